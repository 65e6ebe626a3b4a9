import type { Language } from './texts.ts';

export const zhHant: Language = {
  interface: {
    title: '您的隱私',
    description: '我們希望使用 Cookie 和類似技術。由您決定，您也可以隨時變更選擇。',
    acceptAll: '全部接受',
    rejectAll: '全部拒絕',
    customize: '自訂',
    save: '儲存選擇',
    close: '關閉',
    manage: '隱私設定',
    reloadNotice: '請重新載入頁面，以停止已在執行的內容。',
    requiredBadge: '一律啟用',
    gpcHonored: '已遵從您的退出要求',

    optOutNote: '選用 Cookie 在您關閉之前會保持啟用。您可以拒絕出售和分享您的資料。',
    changedNote: '自您上次選擇以來有所變更，請再次確認。',
    privacyPolicy: '隱私權政策',
    cookiePolicy: 'Cookie 政策',

    services: '服務',
    cookies: 'Cookie 和類似儲存空間',
    consentId: '同意編號',
    decidedOn: '決定日期：',
    withdraw: '撤回同意',
    reload: '重新載入頁面',

    blocked: '顯示此內容需要您的同意：{name}',
    allowOnce: '允許一次',
    alwaysAllow: '一律允許',
  },
};
