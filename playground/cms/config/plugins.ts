export default () => ({ consent: { enabled: false } });
