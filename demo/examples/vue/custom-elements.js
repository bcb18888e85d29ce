/** For the compiler of templates: these tags are elements of the browser, not components of Vue's. */
export const isCustomElement = (tag) => tag.startsWith('ad-')
