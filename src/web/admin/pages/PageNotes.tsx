import { useStore } from '@nanostores/react';
import { paths } from '../../adminPaths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { $setup } from '../setup/setup.store.ts';
import { alert } from '../ui/icons.ts';
import { goTo, type Page } from './editPage.store.ts';
import { labelAt, readPath } from './labels.ts';
import { getIn } from './words.ts';

/** Notes before editing: what the law requires of reviews and legal texts, and which words are still the sample's. */
export function PageNotes({ page }: { page: Page }) {
  return (
    <>
      {page.name === 'reviews' && <ReviewsNote />}
      {page.name.startsWith('legal/') && <LegalNote page={page} />}
      <LeftWords page={page} />
    </>
  );
}

function ReviewsNote() {
  return (
    <div className="note note--warn">
      <Icon of={alert} />
      <div>
        <p>
          <b>Danışan yorumları reklam sayılabilir.</b> Sağlık hizmetlerinde tanıtım ve bilgilendirmeyi düzenleyen
          yönetmelik, hizmet alanların yorum ve teşekkürlerinin tanıtımda kullanılmasını, sonuç vaadini ve başkalarıyla
          karşılaştırmayı sınırlar. Sizin mesleğinizi bağlayıp bağlamadığını bir hukukçuya sorun; uydurma yorum ise
          herkese yasaktır.
        </p>
        <p>
          Yazılı izni olmayan kimsenin sözünü koymayın, adları kısaltın, tanıyı ve sonucu yazmayın. Kaydırıcı{' '}
          <a className="link" href={paths.adminSite}>
            Site bilgilerinden
          </a>{' '}
          açılır ya da kapatılır; kapalıyken yorumlar anasayfada da önizlemede de görünmez.
        </p>
      </div>
    </div>
  );
}

function LegalNote({ page: { name, version } }: { page: Page }) {
  const address = paths.legalText(name.replace('legal/', ''));
  return (
    <div className="note note--info">
      <Icon of={alert} />
      <div>
        <p>
          <b>Yayınlanan her değişiklik yeni bir sürümdür.</b> Aradaki kayıtlar sürüm yapmaz. Onaylar, siparişler ve
          belgeler o gün yayında olan sürümü gösterir; eski sürümler sitede okunmaya devam eder. Yayınlamadan önce bir
          hukukçuya okutun.
        </p>
        <p>
          <a className="link" href={address} target="_blank" rel="noopener">
            Yayındaki metin{version ? ` (${version})` : ''}
            <span className="sr"> (yeni sekmede açılır)</span>
          </a>{' '}
          <a className="link" href={`${address}#surumler`} target="_blank" rel="noopener">
            Eski sürümler<span className="sr"> (yeni sekmede açılır)</span>
          </a>
        </p>
      </div>
    </div>
  );
}

function LeftWords({ page }: { page: Page }) {
  const left = useStore($setup)?.words.left.find(({ name }) => name === page.name);
  const fields = left?.fields.filter((path) => getIn(page.data, readPath(path)) !== undefined) ?? [];
  if (!left || fields.length === 0) return null;
  const what = left.kind === 'sample' ? 'örnek metin' : 'kendi cümlenizi bekleyen metin';
  return (
    <details className="note note--warn left">
      <summary>
        Bu sayfada {fields.length} {what} var
      </summary>
      <ul>
        {fields.map((path) => (
          <li key={path}>
            <button type="button" className="link" onClick={() => goTo(path)}>
              {labelAt(page.fields, readPath(path))}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
