import { languageOf } from './index.ts';

/** What the page of vendors says beside the texts of IAB's list. */
export interface TcfTexts {
  /** Names the page, and the button that opens it. */
  title: string;
  /** `{count}` is the number of partners. */
  intro: string;
  partners: string;
  /** Of Google's providers, who are not on IAB's list. */
  googlePartners: string;
  consent: string;
  legitimateInterest: string;
  specialPurposes: string;
  features: string;
  specialFeatures: string;
  dataCategories: string;
  /** Before how long a partner keeps data. */
  retention: string;
  /** Before how long a partner's cookies live. */
  cookieLifetime: string;
  /** Leads to what a partner says of its legitimate interest. */
  interestPolicy: string;
  /** Behind how long cookies live, where each visit prolongs that. */
  renewed: string;
  /** The partner keeps something on the device elsewhere than in cookies. */
  otherStorage: string;
}

const KEYS = [
  'title',
  'intro',
  'partners',
  'googlePartners',
  'consent',
  'legitimateInterest',
  'specialPurposes',
  'features',
  'specialFeatures',
  'dataCategories',
  'retention',
  'cookieLifetime',
  'interestPolicy',
  'renewed',
  'otherStorage',
] as const satisfies readonly (keyof TcfTexts)[];

/** In the order of {@link KEYS}, by the tags of the built-in languages. Apart from the other words: few sites need them. */
const WORDS: Readonly<Record<string, string>> = {
  ar: 'شركاء الإعلان|يودّ {count} من الشركاء استخدام بياناتك لهذه الأغراض. يمكنك الموافقة، والاعتراض على ما يستندون فيه إلى مصلحة مشروعة.|الشركاء|شركاء Google|الموافقة|المصلحة المشروعة|أغراض خاصة|الميزات|ميزات خاصة|فئات البيانات|مدة الاحتفاظ|مدة ملفات تعريف الارتباط|حول المصلحة المشروعة|تُجدَّد مع الزيارات|يستخدم أيضًا تخزينًا غير ملفات تعريف الارتباط',
  bg: 'Рекламни партньори|{count} партньори искат да използват данните Ви за тези цели. Можете да дадете съгласие и да възразите там, където се позовават на легитимен интерес.|Партньори|Партньори на Google|Съгласие|Легитимен интерес|Специални цели|Функции|Специални функции|Категории данни|Срок на съхранение|Срок на бисквитките|За легитимния интерес|подновява се при посещения|Използва и друго съхранение освен бисквитки',
  cs: 'Reklamní partneři|Počet partnerů, kteří by rádi použili vaše údaje k těmto účelům: {count}. Můžete udělit souhlas a vznést námitku tam, kde se opírají o oprávněný zájem.|Partneři|Partneři Googlu|Souhlas|Oprávněný zájem|Zvláštní účely|Funkce|Zvláštní funkce|Kategorie údajů|Doba uchování|Platnost cookies|O oprávněném zájmu|obnovuje se při návštěvách|Používá i jiné úložiště než cookies',
  da: 'Annoncepartnere|{count} partnere vil gerne bruge dine data til disse formål. Du kan give samtykke og gøre indsigelse, hvor de støtter sig på en legitim interesse.|Partnere|Googles partnere|Samtykke|Legitim interesse|Særlige formål|Funktioner|Særlige funktioner|Datakategorier|Opbevares i|Cookies varer|Om den legitime interesse|fornyes ved besøg|Bruger også anden lagring end cookies',
  de: 'Werbepartner|{count} Partner möchten Ihre Daten für diese Zwecke verwenden. Sie können einwilligen und dort widersprechen, wo sich Partner auf ein berechtigtes Interesse stützen.|Partner|Partner von Google|Einwilligung|Berechtigtes Interesse|Besondere Zwecke|Merkmale|Besondere Merkmale|Datenkategorien|Speicherdauer|Lebensdauer der Cookies|Zum berechtigten Interesse|bei Besuchen erneuert|Nutzt auch anderen Speicher als Cookies',
  el: 'Διαφημιστικοί συνεργάτες|{count} συνεργάτες θα ήθελαν να χρησιμοποιήσουν τα δεδομένα σας για αυτούς τους σκοπούς. Μπορείτε να συναινέσετε και να αντιταχθείτε όπου επικαλούνται έννομο συμφέρον.|Συνεργάτες|Συνεργάτες της Google|Συγκατάθεση|Έννομο συμφέρον|Ειδικοί σκοποί|Λειτουργίες|Ειδικές λειτουργίες|Κατηγορίες δεδομένων|Διάρκεια διατήρησης|Διάρκεια cookies|Για το έννομο συμφέρον|ανανεώνεται με τις επισκέψεις|Χρησιμοποιεί και αποθήκευση πέρα από cookies',
  en: "Advertising partners|{count} partners would like to use your data for these purposes. You can consent, and object where they rely on a legitimate interest.|Partners|Google's partners|Consent|Legitimate interest|Special purposes|Features|Special features|Categories of data|Kept for|Cookies last|About the legitimate interest|renewed with visits|Also uses storage other than cookies",
  es: 'Socios publicitarios|{count} socios desean usar sus datos para estas finalidades. Puede dar su consentimiento y oponerse cuando se basen en un interés legítimo.|Socios|Socios de Google|Consentimiento|Interés legítimo|Finalidades especiales|Características|Características especiales|Categorías de datos|Plazo de conservación|Duración de las cookies|Sobre el interés legítimo|se renueva con las visitas|Usa también otro almacenamiento además de cookies',
  et: 'Reklaamipartnerid|{count} partnerit soovib kasutada teie andmeid nendel eesmärkidel. Võite anda nõusoleku ja esitada vastuväite seal, kus nad tuginevad õigustatud huvile.|Partnerid|Google’i partnerid|Nõusolek|Õigustatud huvi|Erieesmärgid|Funktsioonid|Erifunktsioonid|Andmete liigid|Säilitusaeg|Küpsiste kestus|Õigustatud huvi kohta|uueneb külastustel|Kasutab ka muud salvestust peale küpsiste',
  fa: 'شرکای تبلیغاتی|{count} شریک مایل‌اند داده‌های شما را برای این اهداف به کار ببرند. می‌توانید رضایت دهید و به مواردی که بر منفعت مشروع تکیه دارند اعتراض کنید.|شرکا|شرکای Google|رضایت|منفعت مشروع|اهداف ویژه|قابلیت‌ها|قابلیت‌های ویژه|دسته‌های داده|مدت نگهداری|مدت کوکی‌ها|درباره منفعت مشروع|با هر بازدید تمدید می‌شود|از ذخیره‌سازی دیگری جز کوکی‌ها نیز استفاده می‌کند',
  fi: 'Mainoskumppanit|{count} kumppania haluaisi käyttää tietojasi näihin tarkoituksiin. Voit antaa suostumuksesi ja vastustaa käyttöä, joka perustuu oikeutettuun etuun.|Kumppanit|Googlen kumppanit|Suostumus|Oikeutettu etu|Erityiset tarkoitukset|Ominaisuudet|Erityisominaisuudet|Tietoluokat|Säilytysaika|Evästeiden kesto|Oikeutetusta edusta|uusitaan käynneillä|Käyttää myös muuta tallennusta kuin evästeitä',
  fr: 'Partenaires publicitaires|{count} partenaires souhaitent utiliser vos données pour ces finalités. Vous pouvez y consentir, et vous opposer lorsqu’ils invoquent un intérêt légitime.|Partenaires|Partenaires de Google|Consentement|Intérêt légitime|Finalités spéciales|Fonctionnalités|Fonctionnalités spéciales|Catégories de données|Durée de conservation|Durée des cookies|À propos de l’intérêt légitime|renouvelée à chaque visite|Utilise aussi un autre stockage que les cookies',
  he: 'שותפי פרסום|{count} שותפים מבקשים להשתמש בנתונים שלך למטרות אלה. אפשר להסכים, ולהתנגד במקום שבו הם מסתמכים על אינטרס לגיטימי.|שותפים|השותפים של Google|הסכמה|אינטרס לגיטימי|מטרות מיוחדות|תכונות|תכונות מיוחדות|קטגוריות נתונים|משך השמירה|משך העוגיות|על האינטרס הלגיטימי|מתחדש בביקורים|משתמש גם באחסון שאינו עוגיות',
  hr: 'Oglašivački partneri|Broj partnera koji žele upotrebljavati vaše podatke u ove svrhe: {count}. Možete dati privolu i uložiti prigovor kada se oslanjaju na legitimni interes.|Partneri|Googleovi partneri|Privola|Legitimni interes|Posebne svrhe|Značajke|Posebne značajke|Kategorije podataka|Rok čuvanja|Trajanje kolačića|O legitimnom interesu|obnavlja se pri posjetima|Upotrebljava i pohranu osim kolačića',
  hu: 'Hirdetési partnerek|{count} partner szeretné felhasználni az adatait ezekre a célokra. Hozzájárulhat, és tiltakozhat ott, ahol jogos érdekre hivatkoznak.|Partnerek|A Google partnerei|Hozzájárulás|Jogos érdek|Különleges célok|Jellemzők|Különleges jellemzők|Adatkategóriák|Megőrzési idő|Sütik élettartama|A jogos érdekről|látogatáskor megújul|Sütiken kívüli tárolást is használ',
  it: 'Partner pubblicitari|{count} partner vorrebbero usare i tuoi dati per queste finalità. Puoi acconsentire e opporti dove si basano su un legittimo interesse.|Partner|Partner di Google|Consenso|Legittimo interesse|Finalità speciali|Funzionalità|Funzionalità speciali|Categorie di dati|Conservazione|Durata dei cookie|Sul legittimo interesse|rinnovata a ogni visita|Usa anche archiviazioni diverse dai cookie',
  ja: '広告パートナー|{count}社のパートナーが、次の目的でお客様のデータの利用を希望しています。同意することも、正当な利益に基づく利用に異議を唱えることもできます。|パートナー|Googleのパートナー|同意|正当な利益|特別な目的|機能|特別な機能|データの種類|保存期間|Cookieの有効期間|正当な利益について|訪問時に更新|Cookie以外の保存領域も使用',
  ko: '광고 파트너|파트너 {count}곳이 다음 목적으로 귀하의 데이터를 사용하려고 합니다. 동의하실 수 있으며, 정당한 이익에 근거한 사용에는 반대하실 수 있습니다.|파트너|Google 파트너|동의|정당한 이익|특별 목적|기능|특별 기능|데이터 범주|보관 기간|쿠키 수명|정당한 이익 안내|방문 시 갱신|쿠키 외의 저장소도 사용',
  lt: 'Reklamos partneriai|Partnerių, norinčių naudoti jūsų duomenis šiais tikslais: {count}. Galite sutikti ir prieštarauti ten, kur jie remiasi teisėtu interesu.|Partneriai|„Google“ partneriai|Sutikimas|Teisėtas interesas|Specialūs tikslai|Funkcijos|Specialios funkcijos|Duomenų kategorijos|Saugojimo laikas|Slapukų trukmė|Apie teisėtą interesą|atnaujinama apsilankant|Naudoja ir kitą saugyklą nei slapukai',
  lv: 'Reklāmas partneri|Partneru skaits, kuri vēlas izmantot jūsu datus šiem mērķiem: {count}. Jūs varat piekrist un iebilst tur, kur viņi balstās uz leģitīmām interesēm.|Partneri|Google partneri|Piekrišana|Leģitīmās intereses|Īpaši mērķi|Funkcijas|Īpašas funkcijas|Datu kategorijas|Glabāšanas laiks|Sīkdatņu ilgums|Par leģitīmajām interesēm|atjauno apmeklējumos|Izmanto arī citu krātuvi, ne tikai sīkdatnes',
  nb: 'Annonsepartnere|{count} partnere vil gjerne bruke dataene dine til disse formålene. Du kan samtykke, og protestere der de bygger på en berettiget interesse.|Partnere|Googles partnere|Samtykke|Berettiget interesse|Særskilte formål|Funksjoner|Særskilte funksjoner|Datakategorier|Lagres i|Informasjonskapsler varer|Om den berettigede interessen|fornyes ved besøk|Bruker også annen lagring enn informasjonskapsler',
  nl: 'Advertentiepartners|{count} partners willen uw gegevens voor deze doeleinden gebruiken. U kunt toestemming geven, en bezwaar maken waar zij zich op een gerechtvaardigd belang beroepen.|Partners|Partners van Google|Toestemming|Gerechtvaardigd belang|Speciale doeleinden|Functies|Speciale functies|Categorieën van gegevens|Bewaartermijn|Duur van cookies|Over het gerechtvaardigde belang|vernieuwd bij bezoek|Gebruikt ook andere opslag dan cookies',
  pl: 'Partnerzy reklamowi|Liczba partnerów, którzy chcą używać Twoich danych w tych celach: {count}. Możesz wyrazić zgodę oraz sprzeciw tam, gdzie powołują się na prawnie uzasadniony interes.|Partnerzy|Partnerzy Google|Zgoda|Prawnie uzasadniony interes|Cele specjalne|Funkcje|Funkcje specjalne|Kategorie danych|Okres przechowywania|Czas życia plików cookie|O prawnie uzasadnionym interesie|odnawiany przy wizytach|Używa też pamięci innej niż pliki cookie',
  pt: 'Parceiros de publicidade|{count} parceiros gostariam de usar os seus dados para estas finalidades. Pode consentir, e opor-se onde se baseiem num interesse legítimo.|Parceiros|Parceiros da Google|Consentimento|Interesse legítimo|Finalidades especiais|Funcionalidades|Funcionalidades especiais|Categorias de dados|Prazo de conservação|Duração dos cookies|Sobre o interesse legítimo|renovada com as visitas|Usa também armazenamento além de cookies',
  'pt-br':
    'Parceiros de publicidade|{count} parceiros gostariam de usar seus dados para estas finalidades. Você pode consentir e se opor quando eles se basearem em legítimo interesse.|Parceiros|Parceiros do Google|Consentimento|Legítimo interesse|Finalidades especiais|Recursos|Recursos especiais|Categorias de dados|Prazo de retenção|Duração dos cookies|Sobre o legítimo interesse|renovada a cada visita|Também usa armazenamento além de cookies',
  ro: 'Parteneri de publicitate|{count} parteneri doresc să vă folosească datele în aceste scopuri. Puteți consimți și vă puteți opune acolo unde invocă un interes legitim.|Parteneri|Partenerii Google|Consimțământ|Interes legitim|Scopuri speciale|Funcționalități|Funcționalități speciale|Categorii de date|Durata păstrării|Durata cookie-urilor|Despre interesul legitim|reînnoită la vizite|Folosește și alt tip de stocare decât cookie-urile',
  sk: 'Reklamní partneri|Počet partnerov, ktorí by chceli použiť vaše údaje na tieto účely: {count}. Môžete udeliť súhlas a namietať tam, kde sa opierajú o oprávnený záujem.|Partneri|Partneri Googlu|Súhlas|Oprávnený záujem|Osobitné účely|Funkcie|Osobitné funkcie|Kategórie údajov|Doba uchovávania|Platnosť cookies|O oprávnenom záujme|obnovuje sa pri návštevách|Používa aj iné úložisko než cookies',
  sl: 'Oglaševalski partnerji|Število partnerjev, ki želijo vaše podatke uporabljati za te namene: {count}. Lahko privolite in ugovarjate, kjer se opirajo na zakoniti interes.|Partnerji|Googlovi partnerji|Privolitev|Zakoniti interes|Posebni nameni|Funkcije|Posebne funkcije|Vrste podatkov|Čas hrambe|Trajanje piškotkov|O zakonitem interesu|obnovi se ob obiskih|Uporablja tudi shrambo, ki niso piškotki',
  sv: 'Annonspartner|{count} partner vill använda dina uppgifter för dessa ändamål. Du kan samtycka, och invända där de stöder sig på ett berättigat intresse.|Partner|Googles partner|Samtycke|Berättigat intresse|Särskilda ändamål|Funktioner|Särskilda funktioner|Kategorier av uppgifter|Sparas i|Kakor varar|Om det berättigade intresset|förnyas vid besök|Använder även annan lagring än kakor',
  tr: 'Reklam ortakları|{count} ortak, verilerinizi bu amaçlarla kullanmak istiyor. Onay verebilir, meşru menfaate dayandıkları kullanıma itiraz edebilirsiniz.|Ortaklar|Google ortakları|Onay|Meşru menfaat|Özel amaçlar|Özellikler|Özel nitelikler|Veri kategorileri|Saklama süresi|Çerez ömrü|Meşru menfaat hakkında|ziyaretlerde yenilenir|Çerezler dışında depolama da kullanır',
  uk: 'Рекламні партнери|Кількість партнерів, які хочуть використовувати ваші дані для цих цілей: {count}. Ви можете дати згоду й заперечити там, де вони спираються на законний інтерес.|Партнери|Партнери Google|Згода|Законний інтерес|Особливі цілі|Функції|Особливі функції|Категорії даних|Строк зберігання|Строк дії файлів cookie|Про законний інтерес|поновлюється під час відвідувань|Використовує також інше сховище, крім файлів cookie',
  zh: '广告合作伙伴|{count} 家合作伙伴希望将您的数据用于以下目的。您可以表示同意；对于其依据合法利益的使用，您可以提出反对。|合作伙伴|Google 的合作伙伴|同意|合法利益|特殊目的|功能|特殊功能|数据类别|保存期限|Cookie 有效期|关于合法利益|访问时续期|还使用 Cookie 以外的存储',
  'zh-hant':
    '廣告合作夥伴|{count} 家合作夥伴希望將您的資料用於以下目的。您可以表示同意；對於其依據正當利益的使用，您可以提出反對。|合作夥伴|Google 的合作夥伴|同意|正當利益|特殊目的|功能|特殊功能|資料類別|保存期限|Cookie 有效期|關於正當利益|造訪時續期|也使用 Cookie 以外的儲存空間',
};

/** The words of the page of vendors for a locale; English where the language is unknown. */
export function tcfTexts(locale: string | undefined): TcfTexts {
  const words = WORDS[languageOf(locale)]!.split('|');
  return Object.fromEntries(KEYS.map((key, at) => [key, words[at]])) as unknown as TcfTexts;
}
