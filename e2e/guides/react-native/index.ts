import './phone';
import { AppRegistry } from 'react-native';
import App from './App';

AppRegistry.registerComponent('guide', () => App);
AppRegistry.runApplication('guide', { rootTag: document.getElementById('root') });
