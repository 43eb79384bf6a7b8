const small = import.meta.glob<string>('../../art/{hero-*-800,service-*,about-portrait}.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** What the drawings show, by their names. */
const labels: Record<string, string> = {
  'hero-home-1': 'Gün doğumunda anne ve çocuk',
  'hero-home-2': 'Pencere önünde iki koltuk',
  'hero-home-3': 'Uçurtma uçuranlar',
  'hero-home-4': 'Gece, çalışma masası',
  'hero-home-5': 'Sahnede beş kişi',
  'hero-counselling-1': 'Odada konuşan iki kişi',
  'hero-counselling-2': 'Gün batımında yelkenli',
  'hero-counselling-3': 'Oyun odası',
  'hero-counselling-4': 'Ağaçta salıncak',
  'hero-counselling-5': 'Gökkuşağı ve şemsiye',
  'hero-coaching-1': 'Dağa çıkan yol',
  'hero-coaching-2': 'Kitaplardan merdiven',
  'hero-coaching-3': 'Çatıda teleskop',
  'hero-coaching-4': 'Okula bakan iki öğrenci',
  'service-counselling': 'İki bardak çay',
  'service-coaching': 'Kitaplar ve bayrak',
  'service-blog': 'Defter ve tüy kalem',
  'service-workshops': 'Tiyatro maskeleri',
  'service-gallery': 'İpe asılı fotoğraflar',
  'about-portrait': 'Çizim portre',
};

/** What a picture of the words shows: the drawing, or that it was uploaded. */
export const drawingLabel = (name: string): string => labels[name] ?? (name ? 'Yüklenen görsel' : '');

/** Address of a drawing as it stands in lists; undefined where there is none of the name. */
export const drawingUrl = (name: string): string | undefined =>
  small[`../../art/${name}-800.webp`] ?? small[`../../art/${name}.webp`];
