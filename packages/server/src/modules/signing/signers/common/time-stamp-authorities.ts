/** Time-stamping authorities elsewhere. */
export interface TimeStampAuthorities {
  /** Returns why the operator lets nobody be asked at a URL, as far as the URL itself tells; completes "TSA_URL ...". For administrators. */
  refusal(url: URL): string | undefined;
  /**
   * Asks one over HTTP (RFC 3161 §3.4). The answer is bounded in size and time, and not looked into.
   *
   * @param query - a TimeStampReq
   * @param credentials - of HTTP Basic
   * @throws {@link TimeStampUnavailableError}
   */
  ask(
    url: URL,
    query: Uint8Array,
    credentials: { readonly username: string; readonly password: string } | undefined,
  ): Promise<Uint8Array>;
}
