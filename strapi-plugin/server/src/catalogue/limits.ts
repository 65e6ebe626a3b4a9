/** E4: a record names no more; the decisions of visitors about more would all be refused. */
export const MOST_OPTIONAL = 50;

export const TOO_MANY_OPTIONAL = `Visitors can decide about ${MOST_OPTIONAL} categories at most: delete one, or make one required.`;
