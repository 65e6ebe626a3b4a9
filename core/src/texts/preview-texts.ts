import { languageOf } from './index.ts';

/** What the bar of a preview says. */
export interface PreviewTexts {
  title: string;
  /** What is other than on the site of visitors. */
  note: string;
  /** Before the time at which it ends by itself. */
  ends: string;
  /** Of the button that ends it. */
  end: string;
}

/** Apart from the other words: only whoever looks at a preview is sent them. By the tags of the built-in languages. */
export const PREVIEW_TEXTS: Readonly<Record<string, PreviewTexts>> = {
  ar: {
    title: 'معاينة',
    note: 'لا يُسجَّل أي شيء. لا تُحمَّل أدوات التتبع، ولا يُحمَّل المحتوى المضمَّن إلا إذا سمحت به.',
    ends: 'تنتهي',
    end: 'إنهاء المعاينة',
  },
  bg: {
    title: 'Преглед',
    note: 'Нищо не се записва. Тракерите не се зареждат, а вграденото съдържание – само ако го разрешите.',
    ends: 'Изтича',
    end: 'Край на прегледа',
  },
  cs: {
    title: 'Náhled',
    note: 'Nic se nezaznamenává. Sledovací nástroje se nenačítají, vložený obsah jen tehdy, když jej povolíte.',
    ends: 'Končí',
    end: 'Ukončit náhled',
  },
  da: {
    title: 'Forhåndsvisning',
    note: 'Intet registreres. Trackere indlæses ikke, og indlejret indhold kun, når du tillader det.',
    ends: 'Slutter',
    end: 'Afslut forhåndsvisning',
  },
  de: {
    title: 'Vorschau',
    note: 'Nichts wird aufgezeichnet. Tracker werden nicht geladen, eingebettete Inhalte nur, wenn Sie sie erlauben.',
    ends: 'Endet',
    end: 'Vorschau beenden',
  },
  el: {
    title: 'Προεπισκόπηση',
    note: 'Δεν καταγράφεται τίποτα. Οι ιχνηλάτες δεν φορτώνονται· ενσωματωμένο περιεχόμενο μόνο αν το επιτρέψετε.',
    ends: 'Λήγει',
    end: 'Τέλος προεπισκόπησης',
  },
  en: {
    title: 'Preview',
    note: 'Nothing is recorded. Trackers do not load, embedded content only when you allow it.',
    ends: 'Ends',
    end: 'End preview',
  },
  es: {
    title: 'Vista previa',
    note: 'No se registra nada. Los rastreadores no se cargan; el contenido incrustado, solo si usted lo permite.',
    ends: 'Termina',
    end: 'Terminar la vista previa',
  },
  et: {
    title: 'Eelvaade',
    note: 'Midagi ei salvestata. Jälgijaid ei laadita, manustatud sisu ainult siis, kui te selle lubate.',
    ends: 'Lõpeb',
    end: 'Lõpeta eelvaade',
  },
  fa: {
    title: 'پیش‌نمایش',
    note: 'چیزی ثبت نمی‌شود. ردیاب‌ها بارگذاری نمی‌شوند و محتوای جاسازی‌شده فقط با اجازهٔ شما بارگذاری می‌شود.',
    ends: 'پایان',
    end: 'پایان پیش‌نمایش',
  },
  fi: {
    title: 'Esikatselu',
    note: 'Mitään ei tallenneta. Seurantatyökaluja ei ladata, ja upotettu sisältö ladataan vain, jos sallit sen.',
    ends: 'Päättyy',
    end: 'Lopeta esikatselu',
  },
  fr: {
    title: 'Aperçu',
    note: 'Rien n’est enregistré. Les traceurs ne sont pas chargés, les contenus intégrés seulement si vous les autorisez.',
    ends: 'Se termine',
    end: 'Quitter l’aperçu',
  },
  he: {
    title: 'תצוגה מקדימה',
    note: 'דבר אינו נרשם. כלי מעקב אינם נטענים, ותוכן מוטמע נטען רק באישורך.',
    ends: 'מסתיימת',
    end: 'סיום התצוגה המקדימה',
  },
  hr: {
    title: 'Pregled',
    note: 'Ništa se ne bilježi. Alati za praćenje se ne učitavaju, a ugrađeni sadržaj samo ako ga dopustite.',
    ends: 'Završava',
    end: 'Završi pregled',
  },
  hu: {
    title: 'Előnézet',
    note: 'Semmit nem rögzítünk. A követők nem töltődnek be, a beágyazott tartalom csak akkor, ha engedélyezi.',
    ends: 'Vége',
    end: 'Előnézet befejezése',
  },
  it: {
    title: 'Anteprima',
    note: 'Nulla viene registrato. I tracker non vengono caricati, i contenuti incorporati solo se li consenti.',
    ends: 'Termina',
    end: 'Termina anteprima',
  },
  ja: {
    title: 'プレビュー',
    note: '何も記録されません。トラッカーは読み込まれず、埋め込みコンテンツは許可した場合にのみ読み込まれます。',
    ends: '終了',
    end: 'プレビューを終了',
  },
  ko: {
    title: '미리보기',
    note: '아무것도 기록되지 않습니다. 추적기는 로드되지 않으며, 삽입된 콘텐츠는 허용하실 때만 로드됩니다.',
    ends: '종료',
    end: '미리보기 종료',
  },
  lt: {
    title: 'Peržiūra',
    note: 'Niekas neįrašoma. Sekikliai neįkeliami, o įterptasis turinys – tik jums leidus.',
    ends: 'Baigiasi',
    end: 'Baigti peržiūrą',
  },
  lv: {
    title: 'Priekšskatījums',
    note: 'Nekas netiek reģistrēts. Izsekotāji netiek ielādēti, bet iegultais saturs – tikai ar jūsu atļauju.',
    ends: 'Beidzas',
    end: 'Beigt priekšskatījumu',
  },
  nb: {
    title: 'Forhåndsvisning',
    note: 'Ingenting registreres. Sporere lastes ikke inn, og innebygd innhold bare når du tillater det.',
    ends: 'Slutter',
    end: 'Avslutt forhåndsvisning',
  },
  nl: {
    title: 'Voorbeeld',
    note: 'Er wordt niets vastgelegd. Trackers worden niet geladen, ingesloten inhoud alleen als u die toestaat.',
    ends: 'Eindigt',
    end: 'Voorbeeld beëindigen',
  },
  pl: {
    title: 'Podgląd',
    note: 'Nic nie jest zapisywane. Narzędzia śledzące nie są wczytywane, a treści osadzone tylko za Twoją zgodą.',
    ends: 'Koniec',
    end: 'Zakończ podgląd',
  },
  pt: {
    title: 'Pré-visualização',
    note: 'Nada é registado. Os rastreadores não são carregados; os conteúdos incorporados, só se os permitir.',
    ends: 'Termina',
    end: 'Terminar pré-visualização',
  },
  'pt-br': {
    title: 'Pré-visualização',
    note: 'Nada é registrado. Os rastreadores não são carregados; os conteúdos incorporados, só se você permitir.',
    ends: 'Termina',
    end: 'Encerrar pré-visualização',
  },
  ro: {
    title: 'Previzualizare',
    note: 'Nu se înregistrează nimic. Instrumentele de urmărire nu se încarcă, iar conținutul încorporat numai dacă îl permiteți.',
    ends: 'Se încheie',
    end: 'Încheie previzualizarea',
  },
  sk: {
    title: 'Náhľad',
    note: 'Nič sa nezaznamenáva. Sledovacie nástroje sa nenačítavajú, vložený obsah len vtedy, keď ho povolíte.',
    ends: 'Končí',
    end: 'Ukončiť náhľad',
  },
  sl: {
    title: 'Predogled',
    note: 'Nič se ne beleži. Sledilniki se ne nalagajo, vdelana vsebina pa le, če jo dovolite.',
    ends: 'Konča se',
    end: 'Končaj predogled',
  },
  sv: {
    title: 'Förhandsvisning',
    note: 'Ingenting registreras. Spårare läses inte in, och inbäddat innehåll bara när du tillåter det.',
    ends: 'Slutar',
    end: 'Avsluta förhandsvisning',
  },
  tr: {
    title: 'Önizleme',
    note: 'Hiçbir şey kaydedilmez. İzleyiciler yüklenmez, gömülü içerik yalnızca izin verirseniz yüklenir.',
    ends: 'Bitiş',
    end: 'Önizlemeyi bitir',
  },
  uk: {
    title: 'Попередній перегляд',
    note: 'Нічого не записується. Трекери не завантажуються, а вбудований вміст – лише з вашого дозволу.',
    ends: 'Завершується',
    end: 'Завершити перегляд',
  },
  zh: {
    title: '预览',
    note: '不会记录任何内容。不加载跟踪器，嵌入内容仅在您允许后加载。',
    ends: '结束时间',
    end: '结束预览',
  },
  'zh-hant': {
    title: '預覽',
    note: '不會記錄任何內容。不載入追蹤器，嵌入內容僅在您允許後載入。',
    ends: '結束時間',
    end: '結束預覽',
  },
};

/** For a page's locale, English where the language is unknown. */
export const previewTexts = (locale: string | undefined): PreviewTexts =>
  PREVIEW_TEXTS[languageOf(locale)] ?? PREVIEW_TEXTS.en!;
