// Joins two TrueType subsets of one typeface, so that a page asks for one file instead of two.

type Tables = Map<string, Buffer>;

/** The tables of a TrueType file. */
function readTables(font: Buffer): Tables {
  const tables: Tables = new Map();
  for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16) {
    const start = font.readUInt32BE(at + 8);
    tables.set(font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12)));
  }
  return tables;
}

/** Checksums stay zero: the subsetter that compresses the file afterwards writes them. */
function writeTables(tables: Tables): Buffer {
  const head = Buffer.alloc(12 + tables.size * 16);
  head.writeUInt32BE(0x00010000);
  head.writeUInt16BE(tables.size, 4);
  const parts = [head];
  let start = head.length;
  for (const [index, [name, data]] of [...tables].sort(([a], [b]) => (a < b ? -1 : 1)).entries()) {
    head.write(name, 12 + index * 16, 'latin1');
    head.writeUInt32BE(start, 12 + index * 16 + 8);
    head.writeUInt32BE(data.length, 12 + index * 16 + 12);
    const padded = Buffer.alloc((data.length + 3) & ~3);
    data.copy(padded);
    parts.push(padded);
    start += padded.length;
  }
  return Buffer.concat(parts);
}

const table = (tables: Tables, name: string): Buffer => {
  const data = tables.get(name);
  if (!data) throw new Error(`The font has no ${name} table`);
  return Buffer.from(data);
};
const glyphCount = (tables: Tables): number => table(tables, 'maxp').readUInt16BE(4);
const even = (data: Buffer): Buffer => (data.length % 2 ? Buffer.concat([data, Buffer.alloc(1)]) : data);

/** Entries of a table addressed by halved 16-bit offsets, one more offset than entries (`loca`, `gvar`). */
function sliceByOffsets(offsets: Buffer, count: number, data: Buffer): Buffer[] {
  return Array.from({ length: count }, (_, index) =>
    Buffer.from(data.subarray(offsets.readUInt16BE(index * 2) * 2, offsets.readUInt16BE(index * 2 + 2) * 2)),
  );
}

function joinWithOffsets(entries: Buffer[]): { offsets: Buffer; data: Buffer } {
  const offsets = Buffer.alloc((entries.length + 1) * 2);
  const parts = entries.map(even);
  let end = 0;
  for (const [index, part] of parts.entries()) {
    end += part.length;
    offsets.writeUInt16BE(end / 2, index * 2 + 2);
  }
  return { offsets, data: Buffer.concat(parts) };
}

/** A glyph made of others names them by number; those moved up by `by`. */
function moveComponents(glyph: Buffer, by: number): Buffer {
  if (glyph.length === 0 || glyph.readInt16BE(0) >= 0) return glyph;
  for (let at = 10, more = true; more; ) {
    const flags = glyph.readUInt16BE(at);
    glyph.writeUInt16BE(glyph.readUInt16BE(at + 2) + by, at + 2);
    at += 4 + (flags & 1 ? 4 : 2) + (flags & 0x80 ? 8 : flags & 0x40 ? 4 : flags & 8 ? 2 : 0);
    more = (flags & 0x20) !== 0;
  }
  return glyph;
}

/** How a glyph changes with the weight refers to tuples shared by all; those moved up by `by`. */
function moveTuples(variation: Buffer, axes: number, by: number): Buffer {
  if (variation.length === 0) return variation;
  const count = variation.readUInt16BE(0) & 0xfff;
  for (let index = 0, at = 4; index < count; index += 1) {
    const tuple = variation.readUInt16BE(at + 2);
    if (!(tuple & 0x8000)) variation.writeUInt16BE(tuple + by, at + 2);
    at += 4 + (tuple & 0x8000 ? axes * 2 : 0) + (tuple & 0x4000 ? axes * 4 : 0);
  }
  return variation;
}

interface Variations {
  axes: number;
  shared: Buffer;
  entries: Buffer[];
}

function readVariations(tables: Tables): Variations | undefined {
  if (!tables.has('gvar')) return undefined;
  const gvar = table(tables, 'gvar');
  if (gvar.readUInt16BE(14) & 1) throw new Error('Long variation offsets are not read');
  const axes = gvar.readUInt16BE(4);
  const start = gvar.readUInt32BE(8);
  return {
    axes,
    shared: gvar.subarray(start, start + gvar.readUInt16BE(6) * axes * 2),
    entries: sliceByOffsets(gvar.subarray(20), glyphCount(tables), gvar.subarray(gvar.readUInt32BE(16))),
  };
}

function joinVariations(one: Variations, other: Variations): Buffer {
  const first = one.shared.length / (one.axes * 2);
  const shared = Buffer.concat([one.shared, other.shared]);
  const entries = [...one.entries, ...other.entries.map((entry) => moveTuples(entry, one.axes, first))];
  const { offsets, data } = joinWithOffsets(entries);
  const head = Buffer.alloc(20);
  head.writeUInt16BE(1);
  head.writeUInt16BE(one.axes, 4);
  head.writeUInt16BE(shared.length / (one.axes * 2), 6);
  head.writeUInt32BE(20 + offsets.length, 8);
  head.writeUInt16BE(entries.length, 12);
  head.writeUInt32BE(20 + offsets.length + shared.length, 16);
  return Buffer.concat([head, offsets, shared, data]);
}

/** Every glyph's own width: the short form saves nothing here. */
function readWidths(tables: Tables): Buffer {
  const long = table(tables, 'hhea').readUInt16BE(34);
  const hmtx = table(tables, 'hmtx');
  const rest = Array.from({ length: glyphCount(tables) - long }, (_, index) => {
    const bearing = long * 4 + index * 2;
    return Buffer.concat([hmtx.subarray(long * 4 - 4, long * 4 - 2), hmtx.subarray(bearing, bearing + 2)]);
  });
  return Buffer.concat([hmtx.subarray(0, long * 4), ...rest]);
}

/** Letter → glyph, from the format 4 table every subset has. */
function readLetters(tables: Tables): Map<number, number> {
  const cmap = table(tables, 'cmap');
  const letters = new Map<number, number>();
  for (let record = 4; record < 4 + cmap.readUInt16BE(2) * 8; record += 8) {
    const start = cmap.readUInt32BE(record + 4);
    if (cmap.readUInt16BE(start) !== 4) continue;
    const segments = cmap.readUInt16BE(start + 6) / 2;
    for (let segment = 0; segment < segments; segment += 1) {
      const field = (number: number) => start + 14 + (number > 0 ? 2 : 0) + (number * segments + segment) * 2;
      const [last, first] = [cmap.readUInt16BE(field(0)), cmap.readUInt16BE(field(1))];
      const [delta, range] = [cmap.readUInt16BE(field(2)), cmap.readUInt16BE(field(3))];
      for (let letter = first; letter <= last && letter < 0xffff; letter += 1) {
        const glyph = range ? cmap.readUInt16BE(field(3) + range + (letter - first) * 2) : letter;
        if (glyph) letters.set(letter, (glyph + delta) & 0xffff);
      }
    }
  }
  return letters;
}

/** A format 12 table, the plainest there is; the subsetter writes the small one from it. */
function writeLetters(letters: Map<number, number>): Buffer {
  const sorted = [...letters].sort(([a], [b]) => a - b);
  const cmap = Buffer.alloc(12 + 16 + sorted.length * 12);
  cmap.writeUInt16BE(1, 2);
  cmap.writeUInt16BE(3, 4);
  cmap.writeUInt16BE(10, 6);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(12, 12);
  cmap.writeUInt32BE(16 + sorted.length * 12, 16);
  cmap.writeUInt32BE(sorted.length, 24);
  for (const [index, [letter, glyph]] of sorted.entries()) {
    cmap.writeUInt32BE(letter, 28 + index * 12);
    cmap.writeUInt32BE(letter, 32 + index * 12);
    cmap.writeUInt32BE(glyph, 36 + index * 12);
  }
  return cmap;
}

/**
 * One TrueType font with the letters of both, which must be subsets of the same face cut to the same axes. Kerning and
 * features are those of `one`. Its checksums are not set: compress it with a subsetter.
 */
export function mergeFonts(one: Buffer, other: Buffer): Buffer {
  const [a, b] = [readTables(one), readTables(other)];
  for (const name of ['fvar', 'avar']) {
    if (a.get(name)?.toString('hex') !== b.get(name)?.toString('hex')) throw new Error(`Different ${name} tables`);
  }
  const moved = glyphCount(a);
  const glyphs = (tables: Tables) => sliceByOffsets(table(tables, 'loca'), glyphCount(tables), table(tables, 'glyf'));
  const { offsets, data } = joinWithOffsets([...glyphs(a), ...glyphs(b).map((glyph) => moveComponents(glyph, moved))]);
  const [variationsA, variationsB] = [readVariations(a), readVariations(b)];

  const maxp = table(a, 'maxp');
  for (let at = 6; at < maxp.length; at += 2) {
    maxp.writeUInt16BE(Math.max(maxp.readUInt16BE(at), table(b, 'maxp').readUInt16BE(at)), at);
  }
  maxp.writeUInt16BE(moved + glyphCount(b), 4);
  const hhea = table(a, 'hhea');
  hhea.writeUInt16BE(moved + glyphCount(b), 34);
  const head = table(a, 'head');
  for (const [at, choose] of [
    [36, Math.min],
    [38, Math.min],
    [40, Math.max],
    [42, Math.max],
  ] as const) {
    head.writeInt16BE(choose(head.readInt16BE(at), table(b, 'head').readInt16BE(at)), at);
  }
  const letters = new Map([...readLetters(b)].map(([letter, glyph]) => [letter, glyph + moved]));
  for (const [letter, glyph] of readLetters(a)) letters.set(letter, glyph);

  return writeTables(
    new Map([
      ...a,
      ['loca', offsets],
      ['glyf', data],
      ['maxp', maxp],
      ['hhea', hhea],
      ['head', head],
      ['hmtx', Buffer.concat([readWidths(a), readWidths(b)])],
      ['cmap', writeLetters(letters)],
      ...(variationsA && variationsB ? [['gvar', joinVariations(variationsA, variationsB)] as const] : []),
    ]),
  );
}
