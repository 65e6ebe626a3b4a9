import type { Language } from './texts.ts';

export const tr: Language = {
  interface: {
    title: 'Gizliliğiniz',
    description:
      'Çerezleri ve benzer teknolojileri kullanmak istiyoruz. Karar sizin; fikrinizi istediğiniz zaman değiştirebilirsiniz.',
    acceptAll: 'Tümünü kabul et',
    rejectAll: 'Tümünü reddet',
    customize: 'Özelleştir',
    save: 'Seçimleri kaydet',
    close: 'Kapat',
    manage: 'Gizlilik ayarları',
    reloadNotice: 'Çalışmakta olanları durdurmak için sayfayı yeniden yükleyin.',
    requiredBadge: 'Her zaman açık',
    gpcHonored: 'Vazgeçme talebiniz yerine getirildi',

    optOutNote:
      'İsteğe bağlı çerezler siz kapatana kadar açıktır. Verilerinizin satılmasını ve paylaşılmasını reddedebilirsiniz.',
    changedNote: 'Son seçiminizden bu yana bir şeyler değişti. Lütfen seçiminizi onaylayın.',
    privacyPolicy: 'Gizlilik politikası',
    cookiePolicy: 'Çerez politikası',

    services: 'Hizmetler',
    cookies: 'Çerezler ve benzer depolama',
    consentId: 'Onay kimliği',
    decidedOn: 'Karar tarihi:',
    withdraw: 'Onayı geri çek',
    reload: 'Sayfayı yeniden yükle',

    blocked: 'Bu içerik için onayınız gerekiyor: {name}',
    allowOnce: 'Bir kez izin ver',
    alwaysAllow: 'Her zaman izin ver',
  },
};
