import type { Language } from './texts.ts';

export const he: Language = {
  interface: {
    title: 'הפרטיות שלך',
    description: 'ברצוננו להשתמש בקובצי Cookie ובטכנולוגיות דומות. ההחלטה בידיך, ואפשר לשנות אותה בכל עת.',
    acceptAll: 'אישור הכול',
    rejectAll: 'דחיית הכול',
    customize: 'התאמה אישית',
    save: 'שמירת הבחירה',
    close: 'סגירה',
    manage: 'הגדרות פרטיות',
    reloadNotice: 'יש לטעון מחדש את הדף כדי לעצור את מה שכבר פועל.',
    requiredBadge: 'פעיל תמיד',
    gpcHonored: 'בקשת ההתנגדות כובדה',

    optOutNote: 'קובצי Cookie אופציונליים פעילים עד לכיבוים. אפשר לסרב למכירת הנתונים שלך ולשיתופם.',
    changedNote: 'משהו השתנה מאז הבחירה האחרונה שלך. נא לאשר אותה.',
    privacyPolicy: 'מדיניות פרטיות',
    cookiePolicy: 'מדיניות קובצי Cookie',

    services: 'שירותים',
    cookies: 'קובצי Cookie ואחסון דומה',
    consentId: 'מזהה ההסכמה',
    decidedOn: 'הוחלט בתאריך',
    withdraw: 'ביטול ההסכמה',
    reload: 'טעינת הדף מחדש',

    blocked: 'לתוכן הזה נדרשת הסכמתך: {name}',
    allowOnce: 'אישור חד-פעמי',
    alwaysAllow: 'אישור תמיד',
  },
};
