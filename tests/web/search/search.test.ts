import { expect, test } from 'vitest';
import { type Entry, search, toSearchable, wordsForIndex } from '../../../src/web/search/search.ts';
import { splitWords, stemsOf } from '../../../src/web/search/stems.ts';

const entry = (title: string, description = '', text = ''): Entry => ({
  kind: 'post',
  title,
  path: `/blog/${title}`,
  description,
  words: wordsForIndex(text, `${title} ${description}`),
});
const entries = [
  entry('Çocuklar ve oyun', 'Birlikte oynamak üzerine.', '<p>Kaygı da oyunla hafifler.</p>'),
  entry('Sınav haftası', 'Kaygıyla baş etmenin yolları.', '<p>Bir kitabın başında, Isparta’da geçen bir gün.</p>'),
  entry('Kaygı nedir?', 'Bedenin alarmı.', '<p>Nefes &amp; uyku.</p>'),
];
const titles = (query: string) => search(entries.map(toSearchable), query).map(({ title }) => title);

test.each(['ISPARTA', 'ısparta', 'Isparta', 'isparta', 'İSPARTA'])(
  '%s finds the city however it is written',
  (query) => {
    expect(titles(query)).toEqual(['Sınav haftası']);
  },
);

test.each(['cocuk', 'ÇOCUK', 'çocuklarımız', 'çocuğun', 'çocuğumuzun', 'coc', 'çocukl'])(
  '%s finds the children without their diacritics and endings',
  (query) => expect(titles(query)).toEqual(['Çocuklar ve oyun']),
);

test.each(['kaygı', 'kaygısı', 'kaygılarımız', 'kaygil', 'kayg'])(
  '%s finds the title first, then description, then text',
  (query) => {
    expect(titles(query)).toEqual(['Kaygı nedir?', 'Sınav haftası', 'Çocuklar ve oyun']);
  },
);

test('a word whose last consonant turned soft is found by the hard one and the other way round', () => {
  expect(titles('kitap')).toEqual(['Sınav haftası']);
  expect(search([toSearchable(entry('Kitap önerileri'))], 'kitabı')).toHaveLength(1);
});

test('every word of the query must be there, small words do not count', () => {
  expect(titles('kaygı ve sınav')).toEqual(['Sınav haftası']);
  expect(titles('kaygı için oyun')).toEqual(['Çocuklar ve oyun']);
  expect(titles('sınav çocuk')).toEqual([]);
});

test.each(['zürafa', '', '  ', 'z', '?!', '<b>', 'karar'])('%j finds nothing', (query) => {
  expect(titles(query)).toEqual([]);
});

test('a short word is no hint of a longer one that happens to begin with it', () => {
  expect(search([toSearchable(entry('Kar yağdı'))], 'karar')).toEqual([]);
});

test('what follows an apostrophe is an ending', () => {
  expect(splitWords("İstanbul’da, Ankara'dan")).toEqual(['istanbul', 'ankara']);
});

test('the index keeps each word of a text once, short, without tags, numbers and what the title says', () => {
  expect(wordsForIndex('<p class="ql-size">Oyun, oyunlar ve 2026 danışmanlığımızın &nbsp; kapısı</p>', 'Oyun')).toEqual(
    ['danisman', 'kapi'],
  );
});

test('roots of a text are its speaking words', () => {
  expect(stemsOf('Bu bir çocuğun ve çocukların RÜYASI')).toEqual(['cocuk', 'ruya']);
});
