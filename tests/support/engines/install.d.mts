export function findFirefox(): string | undefined
export function findWebKit(): string | undefined
export function missingEngines(): string[]
export function engineAdvice(): string
export function waysToEngines(): string[][]
export function installEngines(run: (words: string[]) => Promise<string>): Promise<string>
