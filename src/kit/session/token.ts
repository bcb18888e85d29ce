export type TokenReason = 'start' | 'expiring' | 'refused' | 'online' | 'wake'

export interface Token {
  readonly access_token: string
  /** Seconds since the epoch. */
  readonly expires_at: number
}

/** How a host gives access: a function, never an attribute. */
export type GetToken = (ask: { reason: TokenReason; signal: AbortSignal }) => Promise<Token>
