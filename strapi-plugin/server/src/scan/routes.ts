import { z } from 'zod';
import { type Answers, failure, invalid } from '../http/answers';
import { API_TOKENS, type PublicRoute } from '../http/route';
import { FINDING_CHANGES } from './values';

const takenSchema = z.object({
  id: z.string(),
  findings: z.record(z.enum(FINDING_CHANGES), z.number().int()).nullable(),
});

const ANSWERS: Answers = {
  201: { when: 'The report is kept, and the findings of its site follow it.', body: takenSchema },
  200: { when: 'The same report was taken before.', body: takenSchema },
  ...invalid('Not a report of a scan, with the place of what is wrong.'),
  ...failure(401, 'UnauthorizedError', 'There is no API token, or it is none of ours.'),
  ...failure(403, 'ForbiddenError', 'The token may not send scans, or the origin is not allowed.'),
  ...failure(413, 'PayloadTooLargeError', 'The body is larger than what Strapi takes, 1 MB by default.'),
};

/** Takes reports of `consent scan` from wherever it runs, by an API token that may create scans. */
export const scanRoutes: PublicRoute[] = [
  {
    method: 'POST',
    path: '/scans',
    handler: 'scans.create',
    // The report has a JSON Schema of its own: `consent scan --schema` prints it.
    request: { body: { 'application/json': z.looseObject({ type: z.string(), id: z.uuid() }) } },
    answers: ANSWERS,
    config: { auth: { strategies: API_TOKENS } },
  },
];
