import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Enquiry } from '../../../contract/enquiries.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { formatPhone } from '../../../shared/phone.ts';
import { paths } from '../../adminPaths.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { EmptyState, ErrorNote, Loading } from '../../ui/States.tsx';
import { $templates, loadTemplates } from '../templates/templates.store.ts';
import { renderOptions, SelectFilter } from '../ui/filters.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { chat, mail, phone, trash } from '../ui/icons.ts';
import { ListPager } from '../ui/ListTable.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { formChoices, formNames, replyLinks, statusChoices, statusPills } from './enquiries.ts';
import './enquiries-screen.css';
import { $counts, filters, list, loadCounts, markAnswered, markRead, remove } from './enquiries.store.ts';
import { NoteField } from './NoteField.tsx';

/** The enquiries of both forms, newest first; narrowed by form, state and words. */
export default function EnquiriesScreen(): ReactNode {
  const { rows, error, loading } = useStore(list.$list);
  const { form_type, status, search, page } = useStore(filters.$filters);
  const isNarrowed = form_type !== 'all' || status !== '' || search !== '';
  const counts = useStore($counts);
  useEffect(() => {
    void loadCounts();
    void loadTemplates();
  }, []);
  return (
    <>
      <section className="panel">
        <div className="filters msgs__filters">
          <SearchBox
            label="Mesajlarda ara"
            placeholder="Ad, telefon ya da mesaj ara"
            value={search}
            onSearch={(value) => filters.set({ search: value })}
          />
          <SelectFilter filters={filters} name="form_type" label="Form türü" options={formChoices(counts)} />
          <SelectFilter filters={filters} name="status" label="Durum" options={statusChoices} />
        </div>
        <p>
          <a href={paths.adminTemplates}>Hazır yanıtları düzenle</a>
        </p>
      </section>
      {error && <ErrorNote text={error} onRetry={list.reload} />}
      {!rows && !error && <Loading shapes={['skel--card', 'skel--card', 'skel--card']} />}
      {rows?.length === 0 && (
        <section className="panel">
          <EmptyState
            text={isNarrowed ? 'Sonuç bulunamadı.' : 'Henüz mesaj yok.'}
            action={
              isNarrowed && (
                <Button kind="line" onClick={filters.reset}>
                  Süzgeçleri temizle
                </Button>
              )
            }
          />
        </section>
      )}
      {rows && rows.length > 0 && (
        <ol className="msgs" key={`${form_type} ${status} ${search} ${page}`} aria-busy={loading || undefined}>
          {rows.map((message) => (
            <Message key={message.id} message={message} showsForm={form_type === 'all'} />
          ))}
        </ol>
      )}
      <ListPager list={list} filters={filters} of="mesajdan" />
    </>
  );
}

function Message({ message, showsForm }: { message: Enquiry; showsForm: boolean }) {
  const id = useId();
  const { full_name, email, phone_number, selected_service_name, type, created_at, is_read, status } = message;
  const pill = statusPills[status];
  const templates = useStore($templates);
  const ready = templates.state === 'loaded' ? templates.value.enquiries : [];
  const [chosen, setChosen] = useState('');
  const answers = replyLinks(message, ready[Number(chosen || -1)]);
  return (
    <li>
      <article className={is_read ? 'msg' : 'msg msg--new'} aria-labelledby={id}>
        <header className="msg__head">
          <h2 id={id}>{full_name}</h2>
          <span className={`pill ${pill.tone}`}>{pill.label}</span>
          <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        </header>
        <p className="msg__about">
          {showsForm && <span className="pill pill--info">{formNames[message.form_type]}</span>}
          {selected_service_name && <span className="pill pill--info">{selected_service_name}</span>}
          {type && <span className="pill pill--mute">{type}</span>}
        </p>
        <p className="msg__text">{message.message}</p>
        {ready.length > 0 && (
          <label className="msg__ready">
            Hazır yanıt
            <select className="in" value={chosen} onChange={(event) => setChosen(event.target.value)}>
              {renderOptions([
                ['', 'Yalnızca selam'],
                ...ready.map(({ title }, index) => [`${index}`, title] as const),
              ])}
            </select>
          </label>
        )}
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
        <NoteField message={message} />
        <footer className="msg__acts">
          <div className="msg__marks">
            <button
              type="button"
              className="btn btn--line btn--sm"
              disabled={is_read}
              onClick={() => void markRead(message)}
            >
              {is_read ? 'Okundu ✅' : 'Okundu olarak işaretle'}
            </button>
            <button
              type="button"
              className="btn btn--line btn--sm"
              aria-pressed={status === 'answered'}
              onClick={() => void markAnswered(message, status !== 'answered')}
            >
              Yanıtlandı{status === 'answered' && ' ✅'}
            </button>
          </div>
          <IconButton icon={trash} label={`${full_name}: mesajı sil`} danger onClick={() => void remove(message)} />
        </footer>
      </article>
    </li>
  );
}
