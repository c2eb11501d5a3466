/** Node's fetch takes bodies that the browser's does not, whose types the code handed to the browser needs. */
declare function fetch(input: string, init: { duplex: 'half'; [option: string]: unknown }): Promise<Response>
