// What a browser does for a person who agrees to everything: it follows the address to where it leads.
const [, , address = ''] = process.argv
await (await fetch(address)).text()
