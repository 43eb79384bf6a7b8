import { expect, test } from 'vitest';
import { closedNotes } from '../../../src/web/catalog/seatNote.ts';
import { closeCard } from '../../../src/web/catalog/updateCards.ts';

/** A card with nothing but the note about its seats. */
function createCard(...names: string[]) {
  const classes = new Set(names);
  const note = { textContent: '' };
  const classList = {
    add: (name: string) => classes.add(name),
    contains: (name: string) => classes.has(name),
    toggle: (name: string, on: boolean) => (on ? classes.add(name) : classes.delete(name)),
  };
  const querySelector = (selector: string) => (selector === '.seats span' ? note : null);
  return { note, card: { classList, querySelector, dataset: {} } as unknown as HTMLElement };
}

test('a card whose product is listed no longer says so; that of an event called off keeps saying that', () => {
  const [sold, calledOff] = [createCard(), createCard()];
  closeCard(calledOff.card, closedNotes.cancelled);
  for (const { card } of [sold, calledOff]) closeCard(card);
  expect([sold.note.textContent, calledOff.note.textContent]).toEqual(['Satışa kapandı', 'İptal edildi']);
});
