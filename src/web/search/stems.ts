import { foldWords } from '../../shared/fold.ts';

/** Words without meaning for a search, folded. */
const stopWords = new Set(
  (
    'acaba ama ancak artik asla aslinda ayrica bana bazen bazi belki ben beni benim beri bile bir biraz biri birkac ' +
    'birlikte biz bize bizi bizim boyle bu buna bunda bundan bunlar bunu bunun burada cok cunku daha dahi defa degil ' +
    'diger diye dolayi eger en fakat gibi gore hala hangi hatta hem henuz hep hepsi her herhangi herkes hic icin ile ' +
    'ise iste kac kadar karsi kendi kez kim kimi kimse mi mu nasil ne neden nedenle nerede niye o olan olarak oldu ' +
    'oldugu olduk olmak olsa olur ona once ondan onlar onu onun orada oysa oyle pek ragmen sadece sanki sen siz ' +
    'sizi sizin son sonra su tum tur uzere var ve veya ya yani yerine yine yok zaten da de ki'
  ).split(' '),
);

/** Endings of nouns and adjectives, folded. */
const endings = new Set(
  (
    'larimiz lerimiz lariniz leriniz larinda lerinde larindan lerinden larinin lerinin larini lerini larina lerine ' +
    'imizin imizde imizden imizi umuzun umuzu ' +
    'sindan sinden sundan sinin sunun sinda sinde sunda lardan lerden larda lerde larin lerin lari leri lara lere ' +
    'larla lerle indan inden undan sini sunu sina sine suna imiz umuz iniz unuz inda inde unda inin unun ' +
    'lar ler nin nun lik luk dan den tan ten ini unu ina ine una siz suz yla yle im um in un da de ta te ' +
    'si su li lu yi yu ya ye la le ca ce i u a e'
  ).split(' '),
);
const maxEndingLength = Math.max(...[...endings].map((ending) => ending.length));
const minStemLength = 4;

/** The folded words of a text, in order. What follows an apostrophe is an ending and left out. */
export function splitWords(text: string): string[] {
  return foldWords(text.replace(/['’]\p{L}+/gu, ' '));
}

/**
 * A folded word without its endings, at least four letters. From the fourth letter on, soft consonants become hard,
 * because they change with the ending: 'çocuk' and 'çocuğu' have the stem 'cocuk', 'kitap' and 'kitabı' 'kitap'.
 * Sciences have the stem of who practises them: 'psikoloji' and 'psikolojik' that of 'psikolog'.
 */
export function stemOf(word: string): string {
  let stem = word;
  for (let ending = endingOf(stem); ending; ending = endingOf(stem)) stem = stem.slice(0, -ending.length);
  stem = stem.replace(/(?<=[gl]o)j(ik)?$/, 'g');
  return stem.slice(0, 3) + stem.slice(3).replaceAll('g', 'k').replaceAll('b', 'p').replaceAll('d', 't');
}

/** The longest ending of a word that leaves a stem of four letters. */
function endingOf(word: string): string | undefined {
  for (let length = Math.min(maxEndingLength, word.length - minStemLength); length > 0; length--) {
    const ending = word.slice(-length);
    if (endings.has(ending)) return ending;
  }
  return undefined;
}

/** The stems of a text's meaningful words, each once. */
export function stemsOf(text: string): string[] {
  // Texts repeat themselves: folding and stemming take twice as long as finding the different words.
  const words = new Set(text.match(/[\p{L}\p{N}\p{M}'’]+/gu));
  const different = splitWords([...words].join(' '));
  return [...new Set(different.filter(isMeaningful).map(stemOf))];
}

const isMeaningful = (word: string) => word.length > 1 && !stopWords.has(word);
