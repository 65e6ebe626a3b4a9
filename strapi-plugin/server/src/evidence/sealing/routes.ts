import { z } from 'zod';
import { type Answers, FOREIGN_ORIGIN, failure } from '../../http/answers';
import type { PublicRoute } from '../../http/route';

const ANSWERS: Answers = {
  200: {
    when: 'A file of the sealed log: checkpoint, keys, a tile, the checkpoint of a day or its time stamp.',
    files: ['text/plain', 'application/octet-stream', 'application/timestamp-reply'],
  },
  ...failure(401, 'UnauthorizedError', 'The log is open to holders of the option seal.token alone.'),
  ...FOREIGN_ORIGIN,
  ...failure(404, 'NotFoundError', 'There is no such file, or the log is not public.'),
};

/** The files of the sealed logs, at the paths of C2SP tlog-tiles: of the first one, and of those that took its place. */
export const logRoutes: PublicRoute[] = [
  {
    method: 'GET',
    path: '/log/:path(.*)',
    handler: 'log.file',
    request: { params: { path: z.string() } },
    answers: ANSWERS,
  },
  {
    method: 'GET',
    path: '/log-:number([2-9]|[1-9]\\d)/:path(.*)',
    handler: 'log.file',
    request: { params: { number: z.string(), path: z.string() } },
    answers: ANSWERS,
  },
];
