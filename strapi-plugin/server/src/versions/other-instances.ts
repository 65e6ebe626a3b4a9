import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import type { Redis } from 'ioredis';
import { connectRedis } from '../http/redis';
import { getPluginOptions } from '../options';
import { getVersionsService } from './service';

/** What is said there is only that somebody has written, and an id of the process that did. */
const CHANNEL = 'consent-changes';

interface Line {
  tell(): void;
  end(): void;
}

const lines = new WeakMap<Core.Strapi, Line>();

/**
 * In the plugin's bootstrap(): where there is a Redis, instances hear at once when another one has written what is
 * published. Hearing costs a question to the database, so nothing false can be said there. Without Redis, and while it
 * is away, they follow when their cache of 30 seconds ends.
 */
export function listenToOtherInstances(strapi: Core.Strapi): void {
  const { redis } = getPluginOptions(strapi).recording;
  if (redis) lines.set(strapi, lineOver(redis, strapi));
}

/** After the commit: the others ask the database anew. It neither waits nor fails. */
export const tellOtherInstances = (strapi: Core.Strapi): void => lines.get(strapi)?.tell();

/** In the plugin's destroy(). */
export function leaveOtherInstances(strapi: Core.Strapi): void {
  lines.get(strapi)?.end();
  lines.delete(strapi);
}

function lineOver(url: string, strapi: Core.Strapi): Line {
  const self = randomUUID();
  const away = (reason: string) =>
    strapi.log.warn(
      `consent: Redis does not answer (${reason}); instances follow within 30 seconds until it does.`,
    );
  const mouth = connectRedis(url, away);
  // A connection that listens can do nothing else. The other one says when Redis is away.
  const ear = connectRedis(url, () => undefined);
  ear.on('ready', () => void hear(ear, strapi));
  ear.on('message', (_channel: string, from: string) => {
    if (from !== self) getVersionsService(strapi).recheck();
  });
  return {
    tell() {
      mouth.publish(CHANNEL, self).catch((error: Error) => {
        strapi.log.debug(`consent: other instances follow within 30 seconds: ${error.message}`);
      });
    },
    end() {
      mouth.disconnect();
      ear.disconnect();
    },
  };
}

/** What was said before, or while Redis was away, nobody heard. */
async function hear(ear: Redis, strapi: Core.Strapi): Promise<void> {
  try {
    await ear.subscribe(CHANNEL);
    getVersionsService(strapi).recheck();
  } catch {
    // Redis does not answer: begin again, as after a connection that was lost.
    ear.disconnect(true);
  }
}
