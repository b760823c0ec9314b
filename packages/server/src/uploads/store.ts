/** Where uploaded files are. A key is a path: the tenant, then the file's name. */
export type FileStore = {
  put(key: string, bytes: Buffer, mimeType: string): Promise<void>;
  /** Undefined when there is no such file. */
  get(key: string): Promise<Buffer | undefined>;
  remove(key: string): Promise<void>;
  /** Whether files can be kept now. A bucket is asked now and then, not each time. */
  isReady(): Promise<boolean>;
};
