import { z } from '@strapi/utils';
import { SEVERITIES } from '../../../scan/rules/rule';
import { readFindings } from '../scan/findings';
import { FINDING_STATES } from '../scan/values';
import { pluginAction } from '../uids';
import { type AssistantTool, defineTool } from './tool';

/** More are not looked through at once. */
const MOST = 5000;

const findings = defineTool({
  name: 'consent_scan_findings',
  title: 'Consent: findings of the scanner',
  description:
    'What scans of the site have found, the gravest first: rule, message, pages, what was seen, and its state.',
  allowedTo: [pluginAction('scans.read')],
  input: z.object({
    state: z.enum([...FINDING_STATES, 'any']).default('open'),
    severity: z.enum(SEVERITIES).optional(),
    limit: z.number().int().min(1).max(100).default(25),
  }),
  output: z.object({ total: z.number(), findings: z.array(z.record(z.string(), z.unknown())) }),
  async run(strapi, { state, severity, limit }) {
    const all = (await readFindings(strapi, {}, MOST)).filter(
      (one) => (state === 'any' || one.state === state) && (!severity || one.severity === severity),
    );
    const told = all.slice(0, limit).map((one) => ({
      id: one.documentId,
      state: one.state,
      severity: one.severity,
      rule: one.rule,
      message: one.message,
      site: one.site,
      models: one.models,
      reported: one.reported,
      firstSeenAt: one.firstSeenAt.toISOString(),
      lastSeenAt: one.lastSeenAt.toISOString(),
    }));
    return { total: all.length, findings: told };
  },
});

export const FINDING_TOOLS: readonly AssistantTool[] = [findings];
