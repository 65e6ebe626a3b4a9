/** A provider whose decisions stay in memory, and a component that counts how often it is mounted. */
import { createTestConfig, memoryStorage } from '@permesso/consent-core';
import { createElement, type ReactNode, useEffect } from 'react';
import { ConsentProvider, type ConsentProviderProps } from '../../src/react/index.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

export const config = createTestConfig({ recording: { enabled: false } });

/** How often what a gate holds was mounted. */
export const mounted = { times: 0 };

export function Tracker() {
  useEffect(() => void mounted.times++);
  return null;
}

export function provider(children: ReactNode, props: Partial<ConsentProviderProps> = {}) {
  const storeOptions = { storage: memoryStorage(), ...props.storeOptions };
  return createElement(ConsentProvider, { config, loadScripts: false, ...props, storeOptions }, children);
}
