/** Whether an address is that of a server island: a part of a page that comes in a request of its own. */
export const isServerIsland = (address: string): boolean => address.includes('/_server-islands/');
