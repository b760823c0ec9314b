/** The oldest browsers whose CSS has `light-dark()` and relative colors: without them as the build's target both would be rewritten at length. */
export const browsers = ['chrome125', 'edge125', 'firefox128', 'safari18'];
