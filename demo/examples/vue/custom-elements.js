/** Tells Vue's template compiler that these tags are custom elements, not Vue components. */
export const isCustomElement = (tag) => tag.startsWith('ad-')
