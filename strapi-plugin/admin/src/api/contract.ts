/** What the plugin's routes for the admin answer, in the server's own words. */
export type { AssessmentView } from '../../../server/src/assessments/admin-controller';
export type { AuditDetails, AuditList, AuditListed } from '../../../server/src/audit/admin-controller';
export type { CataloguePreset, TrackerCatalogue } from '../../../server/src/catalogue/admin-controller';
export type { EmbeddedService, Service } from '../../../server/src/embeds/embedded-services';
export type { EntryEmbeds } from '../../../server/src/embeds/entry-view';
export type { UndeclaredHost, UndeclaredHosts } from '../../../server/src/embeds/undeclared';
export type { Sender } from '../../../server/src/evidence/quarantine';
export type { ConsentRecord } from '../../../server/src/evidence/record';
export type { LogView } from '../../../server/src/evidence/sealing/admin-log-view';
export type { ExportProgress } from '../../../server/src/exports/admin-controller';
export type { OverviewInParts as ConsentOverview } from '../../../server/src/overview/overview';
export type { WarningInParts as ConsentWarning } from '../../../server/src/overview/warning';
export type { HeldLinks, MadeLink, PreviewChoices } from '../../../server/src/previews/admin-controller';
export type { HeldLink } from '../../../server/src/previews/links';
export type {
  ProcessorCatalogue,
  PublicRegister,
  RegisterPreset,
} from '../../../server/src/processors/admin-controller';
export type { Verification } from '../../../server/src/processors/verification';
export type { RecordList } from '../../../server/src/records/admin-controller';
export type { HoldEntry } from '../../../server/src/records/admin-holds-controller';
export type {
  QuarantineEntry,
  QuarantineList,
  SenderList,
} from '../../../server/src/records/admin-quarantines-controller';
export type { Evidence } from '../../../server/src/records/evidence';
export type { LegalTextInForce } from '../../../server/src/records/legal-texts';
export type { ShownPresentation } from '../../../server/src/records/presentations';
export type { RetentionView, ShorterRetention } from '../../../server/src/records/retention-state';
export type { ListedRelease, ReleaseList, ReleaseView } from '../../../server/src/releases/admin-controller';
export type { Waiting } from '../../../server/src/releases/draft';
export type { LanguageChange, ReleaseDetails } from '../../../server/src/releases/service';
export type { TakeBackPreview, TakenBack } from '../../../server/src/releases/taking-back';
export type { OfferedRoles } from '../../../server/src/role-templates/admin-controller';
export type { FindingList, ListedFinding } from '../../../server/src/scan/admin-findings-controller';
export type { RunDetails, RunList } from '../../../server/src/scan/admin-runs-controller';
export type { FindingDetails } from '../../../server/src/scan/finding-details';
export type { VersionsView } from '../../../server/src/settings/admin-controller';
export type { SettingsView } from '../../../server/src/settings/view';
export type { StatisticsValues } from '../../../server/src/statistics/admin-controller';
export type {
  ReleaseMark,
  Statistics,
  StatisticsBreakdown,
} from '../../../server/src/statistics/answers';
export type { Figures } from '../../../server/src/statistics/figures';
export type { Difference as ConfigurationDifference } from '../../../server/src/transfer/differences';
export type { ImportPreview } from '../../../server/src/transfer/service';
export type { PublishedState } from '../../../server/src/versions/admin-controller';
