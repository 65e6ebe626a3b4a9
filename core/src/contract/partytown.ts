/** The type of scripts that are none to a browser, and that Partytown runs in a worker. */
export const PARTYTOWN = 'text/partytown';
