import type { Language } from './texts.ts';

export const zh: Language = {
  interface: {
    title: '您的隐私',
    description: '我们希望使用 Cookie 和类似技术。由您决定，您也可以随时更改选择。',
    acceptAll: '全部接受',
    rejectAll: '全部拒绝',
    customize: '自定义',
    save: '保存选择',
    close: '关闭',
    manage: '隐私设置',
    reloadNotice: '请重新加载页面，以停止已在运行的内容。',
    requiredBadge: '始终启用',
    gpcHonored: '已遵从您的退出请求',

    optOutNote: '可选 Cookie 在您关闭之前处于启用状态。您可以拒绝出售和共享您的数据。',
    changedNote: '自您上次选择以来有所变化，请再次确认。',
    privacyPolicy: '隐私政策',
    cookiePolicy: 'Cookie 政策',

    services: '服务',
    cookies: 'Cookie 和类似存储',
    consentId: '同意编号',
    decidedOn: '决定日期：',
    withdraw: '撤回同意',
    reload: '重新加载页面',

    blocked: '显示此内容需要您的同意：{name}',
    allowOnce: '允许一次',
    alwaysAllow: '始终允许',
  },
};
