import { expect, test } from 'vitest';
import { type Entry, search, searchNearest, toSearchable, wordsForIndex } from '../../../src/web/search/search.ts';
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
  'the search for %s finds the city in any spelling',
  (query) => {
    expect(titles(query)).toEqual(['Sınav haftası']);
  },
);

test.each(['cocuk', 'ÇOCUK', 'çocuklarımız', 'çocuğun', 'çocuğumuzun', 'coc', 'çocukl'])(
  'the search for %s finds words without diacritics and endings',
  (query) => expect(titles(query)).toEqual(['Çocuklar ve oyun']),
);

test.each(['kaygı', 'kaygısı', 'kaygılarımız', 'kaygil', 'kayg'])(
  'the search for %s ranks title before description before text',
  (query) => {
    expect(titles(query)).toEqual(['Kaygı nedir?', 'Sınav haftası', 'Çocuklar ve oyun']);
  },
);

test('a word with a softened last consonant is found by the hard one and vice versa', () => {
  expect(titles('kitap')).toEqual(['Sınav haftası']);
  expect(search([toSearchable(entry('Kitap önerileri'))], 'kitabı')).toHaveLength(1);
});

test.each(['psikolog', 'PSİKOLOĞU', 'psikologlar', 'psikoloji', 'psikolojik', 'psikolojisi'])(
  'the search for %s finds a science, who practises it and what is of it',
  (query) => {
    const found = ['Psikolojik danışmanlık', 'Çocuk psikolojisi', 'Psikologla görüşme'].map((title) => entry(title));
    expect(search(found.map(toSearchable), query)).toHaveLength(3);
  },
);

test('a result contains every word of the query except stop words', () => {
  expect(titles('kaygı ve sınav')).toEqual(['Sınav haftası']);
  expect(titles('kaygı için oyun')).toEqual(['Çocuklar ve oyun']);
  expect(titles('sınav çocuk')).toEqual([]);
});

test('a query that nothing matches whole finds what has most of it, at least half', () => {
  const nearest = (query: string) => searchNearest(entries.map(toSearchable), query).map(({ title }) => title);
  expect(nearest('kitabı kaygıyla okuyan çocuk')).toEqual(['Çocuklar ve oyun', 'Sınav haftası']);
  expect(nearest('sınav zürafa')).toEqual(['Sınav haftası']);
  expect(nearest('zürafa')).toEqual([]);
  expect(nearest('nefes zürafa fil')).toEqual([]);
});

test('what something is counts as a word of it', () => {
  const product = toSearchable({ ...entry('Yaratıcı drama', 'Sahne senin.'), kind: 'product' });
  expect(search([...entries.map(toSearchable), product], 'drama atölyesi')).toEqual([product.entry]);
});

test.each(['zürafa', '', '  ', 'z', '?!', '<b>', 'karar'])('%j finds nothing', (query) => {
  expect(titles(query)).toEqual([]);
});

test('a short word does not find longer words that start with it', () => {
  expect(search([toSearchable(entry('Kar yağdı'))], 'karar')).toEqual([]);
});

test('letters after an apostrophe are treated as an ending', () => {
  expect(splitWords("İstanbul’da, Ankara'dan")).toEqual(['istanbul', 'ankara']);
});

test('the index holds each word of a text once, shortened, without tags, numbers and words of the title', () => {
  expect(wordsForIndex('<p class="ql-size">Oyun, oyunlar ve 2026 danışmanlığımızın &nbsp; kapısı</p>', 'Oyun')).toEqual(
    ['danisman', 'kapi'],
  );
});

test('the index holds what a picture inside a text shows', () => {
  const picture = '<img src="/media/oda.webp" alt="Masada bir örgü" />';
  expect(wordsForIndex(`<p>${picture}</p>`, '')).toEqual(['masa', 'orgu']);
  const words = Array.from({ length: 300 }, (_, index) => `kelime${String.fromCharCode(97 + (index % 20))}${index}x`);
  expect(wordsForIndex(`<p>${words.join(' ')}</p>${picture}`, '').slice(0, 2)).toEqual(['masa', 'orgu']);
});

test('the roots of a text leave out stop words', () => {
  expect(stemsOf('Bu bir çocuğun ve çocukların RÜYASI')).toEqual(['cocuk', 'ruya']);
});
