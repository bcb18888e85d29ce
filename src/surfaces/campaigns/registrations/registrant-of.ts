interface Known {
  /** Those that the element is about; nothing where it is about all of the client's. */
  readonly advertiserIds: readonly number[] | undefined
  /** The one that the address names. */
  readonly named: number | undefined
  /** The only one that the person has. */
  readonly only: number | undefined
}

/** For whom one registers: the advertiser of the element, else the one that the address names, else the only one there is. */
export function registrantOf({ advertiserIds, named, only }: Known): number | undefined {
  if (advertiserIds?.length === 1) return advertiserIds[0]
  const isOffered = named !== undefined && (advertiserIds === undefined || advertiserIds.includes(named))
  return isOffered ? named : only
}
