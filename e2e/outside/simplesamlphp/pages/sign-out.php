<?php

require_once '/usr/share/simplesamlphp/lib/_autoload.php';

$gatehouse = new \SimpleSAML\Auth\Simple('gatehouse');
$gatehouse->logout(getenv('HOME_ADDRESS') . '/user.php');
