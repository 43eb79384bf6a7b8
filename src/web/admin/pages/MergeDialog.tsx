import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { $conflict, closeConflict, saveMerged } from './editPage.store.ts';
import { type Clash, pathText, valueText } from './words.ts';

/** Two people changed the same fields: asks field by field whose words stay. What only one changed stays anyway. */
export function MergeDialog() {
  const conflict = useStore($conflict);
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the conflict is another one
  useEffect(() => setTheirs(new Set()), [conflict]);
  const choose = (path: string, isTheirs: boolean) => {
    const next = new Set(theirs);
    if (isTheirs) next.add(path);
    else next.delete(path);
    setTheirs(next);
  };
  return (
    <Dialog
      open={conflict !== undefined}
      title="Aynı anda iki kişi düzenledi"
      lead="Siz yazarken başka biri de bu sayfayı kaydetti. Hiçbir şeyin üzerine yazılmadı: yalnızca birinizin değiştirdiği alanlar olduğu gibi kalır, ikinizin de değiştirdikleri için seçin."
      onClose={closeConflict}
      foot={
        <>
          <Button kind="quiet" onClick={closeConflict}>
            Düzenlemeye dön
          </Button>
          <Button onClick={() => void saveMerged(theirs)}>Seçtiklerimi kaydet</Button>
        </>
      }
    >
      {conflict?.clashes.map((clash) => (
        <ClashChoice
          key={pathText(clash.path)}
          clash={clash}
          isTheirs={theirs.has(pathText(clash.path))}
          onChoose={(isTheirs) => choose(pathText(clash.path), isTheirs)}
        />
      ))}
    </Dialog>
  );
}

interface Props {
  clash: Clash;
  isTheirs: boolean;
  onChoose: (isTheirs: boolean) => void;
}

/** A field as it was before, and as each of the two wrote it. */
function ClashChoice({ clash, isTheirs, onChoose }: Props) {
  const { field, path, label, before, mine, theirs } = clash;
  const sides = [
    { name: 'Sizinki', value: mine, chosen: !isTheirs },
    { name: 'Kayıtlı olan', value: theirs, chosen: isTheirs },
  ];
  return (
    <fieldset className="clash">
      <legend>{label}</legend>
      <p className="quiet">
        Önceki: <span className="clash__text">{valueText(field, before) || '(boş)'}</span>
      </p>
      {sides.map(({ name, value, chosen }) => (
        <label key={name} className="clash__side">
          <input
            type="radio"
            name={pathText(path)}
            checked={chosen}
            onChange={() => onChoose(name === 'Kayıtlı olan')}
          />
          <span>
            <b>{name}</b>
            <span className="clash__text">{valueText(field, value) || '(boş)'}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
