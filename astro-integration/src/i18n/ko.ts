import type { Language } from './texts.ts';

export const ko: Language = {
  interface: {
    title: '개인정보 보호',
    description:
      '쿠키와 유사한 기술을 사용하고자 합니다. 사용 여부는 직접 결정하실 수 있으며 언제든지 변경하실 수 있습니다.',
    acceptAll: '모두 허용',
    rejectAll: '모두 거부',
    customize: '맞춤 설정',
    save: '선택 저장',
    close: '닫기',
    manage: '개인정보 설정',
    reloadNotice: '이미 실행 중인 항목을 중지하려면 페이지를 새로고침하세요.',
    requiredBadge: '항상 켜짐',
    gpcHonored: '거부 요청이 반영되었습니다',

    optOutNote: '선택적 쿠키는 끄실 때까지 켜져 있습니다. 데이터의 판매와 공유를 거부하실 수 있습니다.',
    changedNote: '마지막 선택 이후 변경된 사항이 있습니다. 선택을 다시 확인해 주세요.',
    privacyPolicy: '개인정보 처리방침',
    cookiePolicy: '쿠키 정책',

    services: '서비스',
    cookies: '쿠키 및 유사 저장소',
    consentId: '동의 ID',
    decidedOn: '결정일:',
    withdraw: '동의 철회',
    reload: '페이지 새로고침',

    blocked: '이 콘텐츠를 보려면 동의가 필요합니다: {name}',
    allowOnce: '이번만 허용',
    alwaysAllow: '항상 허용',
  },
};
