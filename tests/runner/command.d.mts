export function stopAll(): void
export function command(
  words: string[],
  limits: { minutes: number; env?: Record<string, string>; echo?: boolean },
): Promise<{ isOk: boolean; output: string }>
