import { useStore } from '@nanostores/react';
import { type ReactNode, useId } from 'react';
import type { Enquiry } from '../../../contract/enquiries.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { formatPhone } from '../../../shared/phone.ts';
import { Icon } from '../../ui/Icon.tsx';
import { EmptyState, ErrorNote, Loading } from '../../ui/States.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { chat, mail, phone, trash } from '../ui/icons.ts';
import { ListPager } from '../ui/ListTable.tsx';
import { formNames, replyLinks } from './enquiries.ts';
import './enquiries-screen.css';
import { filters, list, markRead, remove } from './enquiries.store.ts';

/** The enquiries of one form, newest first. */
export default function EnquiriesScreen(): ReactNode {
  const { rows, error, loading } = useStore(list.$list);
  const { form_type } = useStore(filters.$filters);
  return (
    <>
      <section className="panel">
        <label className="field msgs__type">
          <span className="lbl">Form türü</span>
          <select className="in" value={form_type} onChange={(event) => filters.set({ form_type: event.target.value })}>
            {Object.entries(formNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </section>
      {error && <ErrorNote text={error} onRetry={list.reload} />}
      {!rows && !error && <Loading shapes={['skel--card', 'skel--card', 'skel--card']} />}
      {rows?.length === 0 && (
        <section className="panel">
          <EmptyState text="Henüz mesaj yok." />
        </section>
      )}
      {rows && rows.length > 0 && (
        <ol className="msgs" aria-busy={loading || undefined}>
          {rows.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      )}
      <ListPager list={list} filters={filters} of="mesajdan" />
    </>
  );
}

function Message({ message }: { message: Enquiry }) {
  const id = useId();
  const { full_name, email, phone_number, selected_service_name, type, created_at, is_read } = message;
  const answers = replyLinks(message);
  return (
    <li>
      <article className={is_read ? 'msg' : 'msg msg--new'} aria-labelledby={id}>
        <header className="msg__head">
          <h2 id={id}>{full_name}</h2>
          {!is_read && <span className="pill pill--warn">Yeni</span>}
          <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        </header>
        <p className="msg__about">
          {selected_service_name && <span className="pill pill--info">{selected_service_name}</span>}
          {type && <span className="pill pill--mute">{type}</span>}
        </p>
        <p className="msg__text">{message.message}</p>
        <ul className="msg__ways">
          <li>
            <a href={answers.mail}>
              <Icon of={mail} />
              {email}
            </a>
          </li>
          <li>
            <a href={answers.phone}>
              <Icon of={phone} />
              {formatPhone(phone_number)}
            </a>
          </li>
          <li>
            <a href={answers.chat} target="_blank" rel="noreferrer">
              <Icon of={chat} />
              WhatsApp’tan yanıtla
            </a>
          </li>
        </ul>
        <footer className="msg__acts">
          <button
            type="button"
            className="btn btn--line btn--sm"
            disabled={is_read}
            onClick={() => void markRead(message)}
          >
            {is_read ? 'Okundu ✅' : 'Okundu olarak işaretle'}
          </button>
          <IconButton icon={trash} label={`${full_name}: mesajı sil`} danger onClick={() => void remove(message)} />
        </footer>
      </article>
    </li>
  );
}
