import type { Language } from './texts.ts';

export const ja: Language = {
  interface: {
    title: 'プライバシーについて',
    description:
      'Cookie と類似の技術を使用したいと考えています。使用するかどうかはお客様が決められ、いつでも変更できます。',
    acceptAll: 'すべて許可',
    rejectAll: 'すべて拒否',
    customize: 'カスタマイズ',
    save: '選択を保存',
    close: '閉じる',
    manage: 'プライバシー設定',
    reloadNotice: 'すでに動作しているものを止めるには、ページを再読み込みしてください。',
    requiredBadge: '常に有効',
    gpcHonored: 'オプトアウトの要求を適用しました',

    optOutNote: '任意の Cookie は、オフにするまで有効です。データの販売や共有を拒否できます。',
    changedNote: '前回の選択から変更がありました。もう一度ご確認ください。',
    privacyPolicy: 'プライバシーポリシー',
    cookiePolicy: 'Cookie ポリシー',

    services: 'サービス',
    cookies: 'Cookie と類似の保存データ',
    consentId: '同意 ID',
    decidedOn: '決定日：',
    withdraw: '同意を撤回',
    reload: 'ページを再読み込み',

    blocked: 'このコンテンツの表示には同意が必要です：{name}',
    allowOnce: '今回のみ許可',
    alwaysAllow: '常に許可',
  },
};
