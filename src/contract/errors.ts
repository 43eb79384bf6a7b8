/** Every error code of the API with its HTTP status and the sentence people read (docs/rules.md, calls). */
export const errors = {
  bad_request: [400, 'İstek okunamadı. Lütfen sayfayı yenileyip tekrar deneyin.'],
  otp_invalid: [400, 'Kod hatalı ya da süresi dolmuş. Lütfen tekrar kod alın.'],
  unauthenticated: [401, 'Bu işlem için giriş yapmalısınız.'],
  bad_credentials: [401, 'E-posta ya da şifre hatalı.'],
  otp_required: [401, 'Doğrulama uygulamanızdaki kodu da girin.'],
  forbidden: [403, 'Bu işlem için yetkiniz yok.'],
  not_activated: [403, 'Hesabınız henüz etkin değil. Lütfen e-postanıza gönderilen bağlantıya tıklayın.'],
  deactivated: [403, 'Bu hesap kapatılmış. Bilgi almak için bizimle iletişime geçin.'],
  reauthentication_required: [403, 'Güvenliğiniz için mevcut şifrenizi de girin.'],
  wrong_password: [403, 'Mevcut şifreniz hatalı.'],
  otp_wrong: [403, 'Doğrulama kodu hatalı ya da daha önce kullanılmış.'],
  not_found: [404, 'Aradığınız kayıt bulunamadı.'],
  not_configured: [404, 'Bu özellik bu sitede kapalı.'],
  email_taken: [409, 'Bu e-posta adresiyle bir hesap zaten var. Giriş yapmayı deneyin.'],
  stock_exhausted: [409, 'Bu atölyede istediğiniz kadar yer kalmadı.'],
  price_changed: [409, 'Atölyenin ücreti değişti. Lütfen yeni tutarı onaylayın.'],
  terms_changed: [409, 'Sipariş koşulları değişti. Lütfen yeni hâlini okuyup yeniden onaylayın.'],
  payment_exists: [409, 'Bu ödeme daha önce kaydedilmiş.'],
  already_waiting: [409, 'Bu atölye için zaten sıradasınız.'],
  seats_available: [409, 'Bu atölyede istediğiniz kadar yer var; sıraya girmeden satın alabilirsiniz.'],
  too_late: [409, 'Bu işlem için artık çok geç.'],
  limit_reached: [409, 'Bir atölyeden en fazla 10 kişilik yer alınabilir.'],
  not_on_sale: [409, 'Bu atölye artık satışta değil.'],
  category_exists: [409, 'Bu kategori zaten var.'],
  category_in_use: [409, 'Bu kategoride atölye var; önce atölyelerin kategorisini değiştirin.'],
  last_admin: [409, 'Son yöneticinin hesabı kapatılamaz ve yetkisi alınamaz.'],
  own_account: [409, 'Kendi hesabınızı kapatamaz, kendi yetkinizi alamazsınız.'],
  edit_conflict: [409, 'Bu kayıt siz düzenlerken başka biri tarafından değiştirildi.'],
  conflict: [409, 'İşlem, kaydın şu anki durumuna uymuyor. Lütfen sayfayı yenileyin.'],
  link_expired: [410, 'Bu bağlantının süresi dolmuş ya da bağlantı daha önce kullanılmış.'],
  too_large: [413, 'Gönderilen veri çok büyük.'],
  unsupported_type: [415, 'Gönderilen verinin türü desteklenmiyor.'],
  invalid: [422, 'Lütfen işaretli alanları düzeltin.'],
  bad_image: [422, 'Görsel okunamadı. JPEG, PNG, WebP ya da AVIF biçiminde bir dosya seçin.'],
  idempotency_mismatch: [422, 'Bu istek anahtarı başka bir istek için kullanılmış.'],
  too_many_requests: [429, 'Çok fazla deneme yapıldı. Lütfen biraz bekleyip tekrar deneyin.'],
  internal: [500, 'Beklenmeyen bir hata oluştu. Lütfen biraz sonra tekrar deneyin.'],
  provider_unavailable: [
    503,
    'Kart ödemesi şu anda açılamıyor. Lütfen biraz sonra tekrar deneyin ya da başka bir ödeme yolu seçin.',
  ],
  unavailable: [503, 'Hizmete şu anda ulaşılamıyor. Lütfen biraz sonra tekrar deneyin.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

/** Body of a refused call. `fields` belongs to `invalid`; some codes add details (`remaining`, `items`, `current`). */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
  [detail: string]: unknown;
}
