const { join } = require('node:path');
const { getDefaultConfig } = require('expo/metro-config');

// The frameworks are installed above this project, as in a workspace.
module.exports = { ...getDefaultConfig(__dirname), watchFolders: [join(__dirname, '../../node_modules')] };
