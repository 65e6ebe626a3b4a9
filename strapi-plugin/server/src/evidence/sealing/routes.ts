import { z } from 'zod';
import { FOREIGN_ORIGIN, failure } from '../../http/answers';
import type { PublicRoute } from '../../http/route';

/** The files of the sealed log, at the paths of C2SP tlog-tiles. */
export const logRoutes: PublicRoute[] = [
  {
    method: 'GET',
    path: '/log/:path(.*)',
    handler: 'log.file',
    request: { params: { path: z.string() } },
    answers: {
      200: {
        when: 'A file of the sealed log: checkpoint, keys, a tile, the checkpoint of a day or its time stamp.',
        files: ['text/plain', 'application/octet-stream', 'application/timestamp-reply'],
      },
      ...failure(401, 'UnauthorizedError', 'The log is open to holders of the option seal.token alone.'),
      ...FOREIGN_ORIGIN,
      ...failure(404, 'NotFoundError', 'There is no such file, or the log is not public.'),
    },
  },
];
