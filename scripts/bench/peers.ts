// Builds the same posts with other site generators, which are installed into a temporary folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withContext } from '../../tests/load/context.ts';
import { fillPosts, openDatabase, postOf } from './databases.ts';
import { createTempFolder, startProduct } from './product.ts';
import { report } from './report.ts';

interface Peer {
  name: string;
  packages: string[];
  /** Debian packages that contain the command, unpacked if the machine does not have it. */
  debian?: string[];
  command: string[];
  /** Writes a site with this many posts into a folder. */
  write(folder: string, posts: number): void;
}

const posts = (count: number) => Array.from({ length: count }, (_, index) => postOf(index));
const put = (folder: string, file: string, text: string) => {
  const path = join(folder, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
};
const frontMatter = ({ title, description }: ReturnType<typeof postOf>, more = '') =>
  `---\ntitle: "${title}"\ndescription: "${description}"\ndate: 2026-01-01\n${more}---\n\n`;

const peers: Peer[] = [
  {
    name: 'Eleventy',
    packages: ['@11ty/eleventy@3.1.7'],
    command: ['npx', 'eleventy', '--quiet'],
    write(folder, count) {
      put(
        folder,
        '_includes/post.njk',
        '<!doctype html><html lang="tr"><title>{{ title }}</title><main><h1>{{ title }}</h1>{{ content | safe }}</main></html>',
      );
      for (const post of posts(count)) {
        put(folder, `blog/${post.slug}.md`, frontMatter(post, 'layout: post.njk\n') + post.paragraphs.join('\n\n'));
      }
    },
  },
  {
    name: 'Next.js static export',
    packages: ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'],
    command: ['npx', 'next', 'build'],
    write(folder, count) {
      put(folder, 'next.config.mjs', "export default { output: 'export' };\n");
      put(folder, 'posts.json', JSON.stringify(posts(count)));
      put(
        folder,
        'app/layout.js',
        'export default function Layout({ children }) { return <html lang="tr"><body>{children}</body></html>; }\n',
      );
      put(folder, 'app/page.js', 'export default function Page() { return <h1>Blog</h1>; }\n');
      put(
        folder,
        'app/blog/[slug]/page.js',
        "import posts from '../../../posts.json';\nexport const generateStaticParams = () => posts.map(({ slug }) => ({ slug }));\nexport default async function Post({ params }) { const { slug } = await params; const post = posts.find((item) => item.slug === slug); return <main><h1>{post.title}</h1>{post.paragraphs.map((text) => <p key={text}>{text}</p>)}</main>; }\n",
      );
    },
  },
  {
    name: 'Hugo',
    packages: [],
    debian: ['hugo', 'libsass1'],
    command: ['hugo', '--quiet'],
    write(folder, count) {
      put(
        folder,
        'hugo.toml',
        "baseURL = 'http://localhost/'\nlanguageCode = 'tr'\ndisableKinds = ['taxonomy', 'term', 'RSS', 'sitemap']\n",
      );
      const page =
        '<!doctype html><html lang="tr"><title>{{ .Title }}</title><main><h1>{{ .Title }}</h1>{{ .Content }}</main></html>';
      for (const kind of ['single', 'list']) put(folder, `layouts/_default/${kind}.html`, page);
      for (const post of posts(count))
        put(folder, `content/blog/${post.slug}.md`, frontMatter(post) + post.paragraphs.join('\n\n'));
    },
  },
];

/** Builds a site from nothing with each generator, and reports its time as a multiple of ours. */
export async function measurePeers(count: number): Promise<void> {
  const group = `Peers, ${count.toLocaleString('en')} posts from nothing`;
  const own = await buildHere(count);
  report({ group, name: 'this product, with its own start and checks', value: own, unit: 's' });
  for (const peer of peers) {
    const seconds = await buildWith(peer, count);
    if (seconds === undefined) console.log(`  ${peer.name}: not to be had on this machine`);
    else {
      report({ group, name: peer.name, value: seconds, unit: 's' });
      report({ group, name: `${peer.name}, times as long as here`, value: seconds / own, unit: '×' });
    }
  }
}

async function buildHere(count: number): Promise<number> {
  await using database = await openDatabase('embedded');
  await withContext(database.environment, (ctx) => fillPosts(ctx, count));
  await using product = await startProduct({ ...database.environment, SEED: 'none' });
  return product.seconds;
}

/** Unpacks Debian packages into the current folder without installing them. */
const unpack = (names: string[]) =>
  `apt-get download ${names.join(' ')} && for file in *.deb; do dpkg -x "$file" unpacked; done; rm -f *.deb`;

const withUnpacked = (folder: string) => ({
  ...process.env,
  PATH: `${folder}/unpacked/usr/bin:${process.env.PATH}`,
  LD_LIBRARY_PATH: `${folder}/unpacked/usr/lib/x86_64-linux-gnu`,
});

async function buildWith({ packages, debian, command, write }: Peer, count: number): Promise<number | undefined> {
  const [program = '', ...rest] = command;
  const folder = createTempFolder();
  const run = (name: string, words: string[]) =>
    spawnSync(name, words, { cwd: folder.path, encoding: 'utf8', env: withUnpacked(folder.path) });
  try {
    put(folder.path, 'package.json', '{ "private": true, "type": "module" }\n');
    if (packages.length && run('npm', ['install', '--no-audit', '--no-fund', ...packages]).status !== 0)
      return undefined;
    if (debian && run('which', [program]).status !== 0) run('sh', ['-c', unpack(debian)]);
    write(folder.path, count);
    const start = performance.now();
    const { status, error } = run(program, rest);
    return status === 0 && !error ? (performance.now() - start) / 1000 : undefined;
  } finally {
    await folder.remove();
  }
}
