import type { Language } from './texts.ts';

export const ar: Language = {
  interface: {
    title: 'خصوصيتك',
    description: 'نود استخدام ملفات تعريف الارتباط وتقنيات مشابهة. القرار لك، ويمكنك تغيير رأيك في أي وقت.',
    acceptAll: 'قبول الكل',
    rejectAll: 'رفض الكل',
    customize: 'تخصيص',
    save: 'حفظ الاختيارات',
    close: 'إغلاق',
    manage: 'إعدادات الخصوصية',
    reloadNotice: 'أعد تحميل الصفحة لإيقاف ما يعمل حاليًا.',
    requiredBadge: 'مفعّل دائمًا',
    gpcHonored: 'تم احترام طلب إلغاء الاشتراك في التتبع',

    optOutNote: 'تبقى ملفات تعريف الارتباط الاختيارية مفعّلة حتى توقفها. يمكنك رفض بيع بياناتك ومشاركتها.',
    changedNote: 'تغيّر شيء ما منذ اختيارك الأخير. يُرجى تأكيده.',
    privacyPolicy: 'سياسة الخصوصية',
    cookiePolicy: 'سياسة ملفات تعريف الارتباط',

    services: 'الخدمات',
    cookies: 'ملفات تعريف الارتباط ووسائل التخزين المشابهة',
    consentId: 'معرّف الموافقة',
    decidedOn: 'تاريخ القرار:',
    withdraw: 'سحب الموافقة',
    reload: 'إعادة تحميل الصفحة',

    blocked: 'يتطلب هذا المحتوى موافقتك: {name}',
    allowOnce: 'السماح مرة واحدة',
    alwaysAllow: 'السماح دائمًا',
  },
};
