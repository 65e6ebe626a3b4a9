/** The largest body of a record, in bytes (E4). */
export const RECORD_BYTES = 4096;
