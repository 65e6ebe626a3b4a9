import type { BannerFacts } from '../observe/observations';

/** What a text must say, as patterns of its language. Languages without a row are not judged. */
interface BannerWords {
  purposes: RegExp;
  /** A number of parties. */
  recipients: RegExp;
  withdrawal: RegExp;
}

const WORDS: Readonly<Record<string, BannerWords>> = {
  en: {
    purposes:
      /analy[sz]|statistic|measur|advert|marketing|personali[sz]|how (the|our|this) (web)?site is used|extra features|social media/i,
    recipients:
      /\d+\s+(\S+\s+){0,3}?(partner|provider|vendor|third part|compan|service)|(third parties|partners|providers|vendors)\s*:\s*\d/i,
    withdrawal: /withdraw|revoke|change your (mind|choice|settings|preferences)|at any time/i,
  },
  de: {
    purposes:
      /analys|statisti|messung|messen|werbung|marketing|personalis|wie (die|unsere|diese) (web)?(seite|site)|zusatzfunktion|soziale/i,
    recipients:
      /\d+\s+(\S+\s+){0,3}?(partner|anbieter|dienst|dritt|unternehmen)|(drittanbieter|partner|anbieter)\s*:\s*\d/i,
    withdrawal: /widerruf|jederzeit|später ändern/i,
  },
  fr: {
    purposes: /analys|statisti|mesur|publicit|marketing|personnalis|réseaux sociaux/i,
    recipients:
      /\d+\s+(\S+\s+){0,3}?(partenaire|fournisseur|tiers|société|service|prestataire)|(tiers|partenaires|fournisseurs)\s*:\s*\d/i,
    withdrawal: /retirer|à tout moment|changer d.avis|modifier vos choix/i,
  },
  es: {
    purposes: /anal[ií]|estad[ií]stic|medi(r|ci)|publicid|marketing|personaliza|redes sociales/i,
    recipients:
      /\d+\s+(\S+\s+){0,3}?(socio|proveedor|tercero|empresa|servicio)|(terceros|socios|proveedores)\s*:\s*\d/i,
    withdrawal: /retirar|revocar|en cualquier momento|cambiar de opinión/i,
  },
  it: {
    purposes: /analis|analitic|statistic|misura|pubblicit|marketing|personalizza|social/i,
    recipients:
      /\d+\s+(\S+\s+){0,3}?(partner|fornitor|terz|aziend|serviz)|(terze parti|partner|fornitori)\s*:\s*\d/i,
    withdrawal: /revocare|ritirare|in qualsiasi momento|cambiare idea/i,
  },
  nl: {
    purposes: /analy|statistie|met(en|ing)|advertent|marketing|personalis|sociale media/i,
    recipients:
      /\d+\s+(\S+\s+){0,3}?(partner|aanbieder|leverancier|derde|bedrij|dienst)|(derde partijen|partners|aanbieders)\s*:\s*\d/i,
    withdrawal: /intrekken|op elk moment|te allen tijde|van gedachten|wijzigen/i,
  },
};

/** What the banner's text is judged by; null where nothing is known of its language, or it has no text. */
export function wordsOf({ text, language }: BannerFacts): BannerWords | null {
  const tag = language.split(/[-_]/)[0]?.toLowerCase() ?? '';
  return text && Object.hasOwn(WORDS, tag) ? (WORDS[tag] ?? null) : null;
}
