declare module 'subset-font' {
  /** Cuts a font to the letters of a text. The package brings no types. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'truetype' },
  ): Promise<Buffer>;
}
