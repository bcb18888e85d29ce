export type TokenReason = 'start' | 'expiring' | 'refused' | 'online' | 'wake'

export interface Token {
  readonly access_token: string
  /** Seconds since the epoch. */
  readonly expires_at: number
}

/** A host passes access tokens through this function, never through an attribute. */
export type GetToken = (ask: { reason: TokenReason; signal: AbortSignal }) => Promise<Token>
