export const findChromium: () => Promise<string | undefined>
export const hasPreferredChromium: () => Promise<boolean>
export const chromiumArguments: string[]
export const waysToChromium: () => string[][][]
