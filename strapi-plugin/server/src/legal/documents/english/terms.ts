import type { DocumentFacts } from '../facts';

export const termsOfUse = (facts: DocumentFacts): string => `
## 1. Who we are and what these terms cover

These terms apply to the use of ${facts.url} and to the contracts concluded there with ${facts.legalName}, ${facts.address} ("we"). Other terms apply only where we agreed to them in writing.

## 2. Our services

${facts.missing('what you offer, in a few sentences')}

We may improve and change free parts of the website at any time. What you paid for changes only as agreed, or as the law allows.

## 3. How a contract is concluded

What the website shows is not yet an offer that binds us. You make an offer by sending an order or registration; the contract is concluded when we confirm it. Before sending, you can check and correct what you entered. We keep the text of the contract and send it to you by e-mail. Language of the contract: ${facts.missing('languages')}.

## 4. Your account

Give correct data, keep your password to yourself, and tell us at once when somebody else may know it. One person uses one account. You may close it at any time.

## 5. Prices and payment

${facts.missing('prices or where they stand, taxes, when payment is due, accepted methods')}

## 6. Right of withdrawal of consumers

${facts.missing('instructions on withdrawal and the model form, if consumers can conclude contracts; otherwise remove this section')}

## 7. What is not allowed

Do not break the law with our services, attack or overload them, get around their protection, collect data of others with them, or publish what violates the rights of others. We may remove such content and suspend accounts, if possible after a warning. We tell you the reason, and you may object.

## 8. Content and rights

What is on the website belongs to us or to those named there. You may use it for the purpose of our services. What you upload stays yours; you allow us to store and show it as far as the service needs it, for as long as it is there.

## 9. Availability and defects

We look after our services with the care of a prudent business. Rights of consumers for goods, digital content and digital services that do not conform to the contract remain untouched.

## 10. Liability

We are liable without limit for intent and gross negligence, for injury to life, body and health, for what we guaranteed, and under product liability law. For slight negligence we are liable only where we breach a duty that makes the contract possible at all, and then for the damage that is typical and foreseeable. Mandatory rights of consumers remain untouched.

## 11. Term and termination

Contracts without a fixed term may be ended by either side with notice of ${facts.missing('period, for example one month')}. The right to end them at once for a serious reason remains.

## 12. Data protection

How we process personal data is said in our privacy policy.

## 13. Changes to these terms

We tell you about changes by e-mail at least 30 days before they take effect, and what follows if you disagree. A change that puts you at a disadvantage needs your agreement.

## 14. Law and disputes

${facts.governingLaw} applies, without the UN Convention on Contracts for the International Sale of Goods. Consumers keep the protection of the mandatory law of the country they live in. Place of jurisdiction for disputes with businesses: ${facts.court}. Whether we take part in dispute resolution before a consumer arbitration body: ${facts.missing('yes, with name and address of the body, or no')}.

## 15. Contact

${facts.legalName}, ${facts.address}, ${facts.email}
`;
