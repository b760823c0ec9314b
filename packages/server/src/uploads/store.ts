/** The storage for uploaded files. A key is a path: the tenant, then the file name. */
export type FileStore = {
  put(key: string, bytes: Buffer, mimeType: string): Promise<void>;
  /** Undefined when there is no such file. */
  get(key: string): Promise<Buffer | undefined>;
  remove(key: string): Promise<void>;
  /** Whether files can be stored now. The result of a bucket check is reused for a while. */
  isReady(): Promise<boolean>;
};
