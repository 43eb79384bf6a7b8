import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { AdminComment } from '../../../contract/comments.ts';
import { formatClock, formatDate } from '../../../shared/format.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { SelectFilter } from '../ui/filters.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { check, comment as commentIcon, trash } from '../ui/icons.ts';
import { ListPanel } from '../ui/ListPanel.tsx';
import { AnswerDialog } from './AnswerDialog.tsx';
import { approve, approveShown, confirmApproval, filters, list, remove, startAnswering } from './comments.store.ts';
import './comments-screen.css';

/** The name of an action, with the comment's first words: one person writes several. */
const labelOf = ({ name_surname, description }: AdminComment, action: string) =>
  `${name_surname}: ${action}, “${[...description].slice(0, 40).join('')}”`;

const columns: Column<AdminComment>[] = [
  {
    label: 'ID',
    card: 'hidden',
    cell: ({ id }) => (
      <code className="quiet" title={id}>
        {id.slice(0, 8)}
      </code>
    ),
  },
  {
    label: 'Yazan',
    kind: 'main',
    cell: ({ name_surname, approved }) => (
      <>
        <b className="long">{name_surname}</b>
        {!approved && (
          <>
            <br />
            <span className="pill pill--warn">Onay bekliyor</span>
          </>
        )}
      </>
    ),
  },
  {
    label: 'Yorum',
    cell: ({ description, answer }) => (
      <>
        <span className="said">{description}</span>
        {answer && (
          <span className="said said--answer">
            <b>Yanıtınız</b> {answer}
          </span>
        )}
      </>
    ),
  },
  {
    label: 'Blog',
    cell: ({ blogs }) => (
      <a className="long" href={paths.blog(blogs.slug)} target="_blank" rel="noreferrer">
        {blogs.title}
      </a>
    ),
  },
  {
    label: 'Tarih',
    cell: ({ created_at }) => (
      <time className="when" dateTime={created_at}>
        {formatDate(created_at)} <span className="quiet">{formatClock(created_at)}</span>
      </time>
    ),
  },
  {
    label: 'İşlemler',
    kind: 'acts',
    card: 'beside',
    cell: (comment) => (
      <>
        {!comment.approved && (
          <IconButton icon={check} label={labelOf(comment, 'onayla')} onClick={() => void approve(comment)} />
        )}
        {comment.approved && (
          <IconButton
            icon={commentIcon}
            label={labelOf(comment, comment.answer ? 'yanıtı değiştir' : 'yanıtla')}
            onClick={() => startAnswering(comment)}
          />
        )}
        <IconButton icon={trash} label={labelOf(comment, 'sil')} danger onClick={() => void remove(comment)} />
      </>
    ),
  },
];

const statuses = [
  ['', 'Tüm durumlar'],
  ['pending', 'Onay bekleyen'],
  ['approved', 'Onaylanmış'],
] as const;

/** Approves what the list shows: nobody approves what they have not seen. */
function ApproveShown() {
  const waiting = (useStore(list.$list).rows ?? []).filter(({ approved }) => !approved);
  const [busy, setBusy] = useState(false);
  if (waiting.length < 2) return null;
  const approveAll = async () => {
    if (!(await confirmApproval(waiting.length))) return;
    setBusy(true);
    await approveShown(waiting);
    setBusy(false);
  };
  return (
    <Button kind="line" icon={check} className="filters__row" busy={busy} onClick={() => void approveAll()}>
      Bu sayfadaki {waiting.length} yorumu onayla
    </Button>
  );
}

/** Searches, approves, answers and deletes comments. */
export default function CommentsScreen(): ReactNode {
  return (
    <>
      <ListPanel
        caption="Yorumlar"
        list={list}
        filters={filters}
        of="yorumdan"
        columns={columns}
        search={{ label: 'Yorumlarda ara', placeholder: 'Yazanda ve yorumda ara' }}
        empty="Gösterilecek yorum bulunmuyor."
        narrowing={['search', 'status']}
        clear="Tüm yorumları göster"
      >
        <SelectFilter filters={filters} name="status" label="Durum" options={statuses} />
        <ApproveShown />
      </ListPanel>
      <AnswerDialog />
    </>
  );
}
