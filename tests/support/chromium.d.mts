export const findChromium: () => Promise<string | undefined>
export const chromiumArguments: string[]
export const waysToChromium: () => string[][]
