import source from '../../../content/guide.md?raw';
import { SetupPanel } from '../setup/SetupPanel.tsx';
import { type Block, findScreenPath, readBold, readGuide } from './guide.ts';

const blocks = readGuide(source);

/** The steps of the setup with what is left of each, and the guide for the owner, from src/content/guide.md. */
export default function GuideScreen() {
  return (
    <>
      <SetupPanel />
      <article className="panel form guide">
        {blocks.map((block) => (
          <Part key={'text' in block ? block.text : block.items[0]} block={block} />
        ))}
      </article>
    </>
  );
}

function Part({ block }: { block: Block }) {
  if ('text' in block) {
    return block.kind === 'heading' ? (
      <h2>{block.text}</h2>
    ) : (
      <p>
        <Line text={block.text} />
      </p>
    );
  }
  const List = block.kind === 'steps' ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item) => (
        <li key={item}>
          <Line text={item} />
        </li>
      ))}
    </List>
  );
}

function Line({ text }: { text: string }) {
  return readBold(text).map(({ text: words, bold }) => {
    const path = bold && findScreenPath(words);
    if (path) {
      return (
        <a key={words} href={path}>
          {words}
        </a>
      );
    }
    return bold ? <b key={words}>{words}</b> : words;
  });
}
