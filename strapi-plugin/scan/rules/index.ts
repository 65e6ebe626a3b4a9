import { bannerLate } from './banner-late';
import { bannerMissing } from './banner-missing';
import { bannerWithoutKeyboard } from './banner-without-keyboard';
import { choiceForgotten } from './choice-forgotten';
import { consentModeContradicts } from './consent-mode-contradicts';
import { consentModeDefault } from './consent-mode-default';
import { declaredNeverSeen } from './declared-never-seen';
import { noRecord } from './no-record';
import { notAskedAgain } from './not-asked-again';
import { outlivesDeclaration } from './outlives-declaration';
import { policyLinkDead } from './policy-link-dead';
import { ranAfterRefusal } from './ran-after-refusal';
import { ranBeforeChoice } from './ran-before-choice';
import { ranBesideService } from './ran-beside-service';
import { ranInOtherCategory } from './ran-in-other-category';
import { ranUnderGpc } from './ran-under-gpc';
import { refusalFurtherAway } from './refusal-further-away';
import { refusalLessProminent } from './refusal-less-prominent';
import type { Rule } from './rule';
import { survivedWithdrawal } from './survived-withdrawal';
import { textWithoutController } from './text-without-controller';
import { textWithoutPurposes } from './text-without-purposes';
import { textWithoutRecipients } from './text-without-recipients';
import { textWithoutWithdrawal } from './text-without-withdrawal';
import { tickedInAdvance } from './ticked-in-advance';
import { undeclaredEntry } from './undeclared-entry';
import { undeclaredHost } from './undeclared-host';
import { wrongCategory } from './wrong-category';

/** All rules, in the order of their numbers: at work, declared, banner, its text, what is kept. */
export const RULES: readonly Rule[] = [
  ranBeforeChoice,
  ranAfterRefusal,
  survivedWithdrawal,
  ranUnderGpc,
  ranInOtherCategory,
  ranBesideService,
  undeclaredEntry,
  undeclaredHost,
  declaredNeverSeen,
  outlivesDeclaration,
  wrongCategory,
  bannerMissing,
  bannerLate,
  bannerWithoutKeyboard,
  refusalFurtherAway,
  refusalLessProminent,
  tickedInAdvance,
  textWithoutController,
  textWithoutPurposes,
  textWithoutRecipients,
  textWithoutWithdrawal,
  policyLinkDead,
  notAskedAgain,
  noRecord,
  consentModeDefault,
  consentModeContradicts,
  choiceForgotten,
];

/** Rules about what is at work on a page, whose findings are shown by a picture of it. */
export const PICTURED_RULES: readonly Rule[] = [
  ranBeforeChoice,
  ranAfterRefusal,
  survivedWithdrawal,
  undeclaredHost,
];
